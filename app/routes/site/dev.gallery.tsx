import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { notFound } from '#app/http/guards.server.ts'
import { iconChoices } from '#app/http/icons.server.ts'
import { paths } from '#app/paths.ts'
import { Toaster } from '#app/ui/flash/toaster.tsx'
import { DeskParts } from '#app/ui/gallery/desk-parts.tsx'
import { Example, Section } from '#app/ui/gallery/example.tsx'
import { FormParts } from '#app/ui/gallery/form-parts.tsx'
import { PickerParts } from '#app/ui/gallery/picker-parts.tsx'
import { SignParts } from '#app/ui/gallery/sign-parts.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { staffStyles } from '#app/ui/staff/staff-styles.ts'

export const handle = {
  hydrate: true,
  styles: [...staffStyles, 'gallery', 'range'],
} satisfies PageHandle

export const meta: MetaFunction = (args) => pageTitle('Gallery', args)

/**
 * Every part of the desk in its states, taken over by React; only where development tools are on.
 */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  if (!app.devTools) throw notFound()
  return { icons: await iconChoices(app.env, { query: '', chosen: 'i-linear-heart-pulse' }) }
}

const noMessages: readonly never[] = []
const message = [
  { text: 'Aisha Rahman is members.', tone: 'good' },
  { text: 'People are booked on Fri 27 November: cancel that class yourself.', tone: 'warn' },
  { text: 'Nothing was changed: someone else changed it first.', tone: 'bad' },
] as const

export default function Gallery() {
  const { icons } = useLoaderData<typeof loader>()
  const [shown, setTold] = useState(0)
  return (
    <main id="main" className="staff gallery">
      <header className="page-head">
        <div>
          <h1>Gallery</h1>
          <p>
            The parts of the desk.{' '}
            <a href={paths.gallery('plain')}>Those of members, and pickers without scripts</a>
          </p>
        </div>
      </header>
      <PickerParts icons={icons} />
      <FormParts />
      <DeskParts />
      <SignParts icons={icons} />
      <Section title="Messages">
        <Example state="toasts">
          <button type="button" className="button" onClick={() => setTold((n) => n + 1)}>
            Say something
          </button>
          {shown > 0 && (
            <Toaster
              requestId={`gallery-${shown}`}
              messages={message.slice((shown - 1) % 3, ((shown - 1) % 3) + 1) ?? noMessages}
              pageKey="gallery"
            />
          )}
        </Example>
      </Section>
    </main>
  )
}
