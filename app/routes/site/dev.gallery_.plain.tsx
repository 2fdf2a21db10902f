import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { notFound } from '#app/http/guards.server.ts'
import { iconChoices } from '#app/http/icons.server.ts'
import { paths } from '#app/paths.ts'
import { FlashList } from '#app/ui/flash/flash-list.tsx'
import { Example, Section } from '#app/ui/gallery/example.tsx'
import { FormParts } from '#app/ui/gallery/form-parts.tsx'
import { MemberParts } from '#app/ui/gallery/member-parts.tsx'
import { PickerParts } from '#app/ui/gallery/picker-parts.tsx'
import { SignParts } from '#app/ui/gallery/sign-parts.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = {
  styles: [
    ...[
      'form',
      'range',
      'button',
      'flash',
      'image-plain',
      'palette',
      'picker',
      'picture',
      'sign',
      'say',
      'until',
      'until-told',
    ],
    ...['pips', 'day-strip', 'timeline', 'pagination', 'back-link', 'state', 'gallery'],
  ],
} satisfies PageHandle

export const meta: MetaFunction = (args) => pageTitle('Gallery without scripts', args)

/**
 * Every part of members' pages, and the pickers, without scripts; only where development tools are
 * on.
 */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  if (!app.devTools) throw notFound()
  return { icons: await iconChoices(app.env, { query: '', chosen: 'i-linear-heart-pulse' }) }
}

export default function PlainGallery() {
  const { icons } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="gallery">
      <header>
        <h1>Gallery without scripts</h1>
        <p>
          The parts of members' pages. <a href={paths.gallery()}>Those of the desk</a>
        </p>
      </header>
      <PickerParts icons={icons} />
      <FormParts />
      <MemberParts here={paths.gallery('plain')} />
      <SignParts icons={icons} />
      <Section title="Messages">
        <Example state="newest on top, what went wrong stays" wide>
          <FlashList
            messages={[
              { text: 'The class is full by now.', tone: 'bad' },
              { text: 'Your pack ends on Friday.', tone: 'warn' },
              { text: 'Booked. Slow flow, Friday 18:30.', tone: 'good' },
            ]}
          />
        </Example>
      </Section>
    </main>
  )
}
