import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { memberCodePage, replaceMemberCode } from '#app/domain/reception/member-code.server.ts'
import { scannedText, spokenCode } from '#app/domain/reception/member-code.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { QrPicture } from '#app/ui/account/qr-picture.tsx'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['button', 'back-link', 'member-code', 'qr'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Your code for the door', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const { shell, code, asksForPin } = await memberCodePage(ctx, viewer)
  const { slug, name } = ctx.studio
  return { shell, studio: { slug, name }, code, asksForPin }
}

/** `replaces` is the code the page showed, so that a form sent twice makes one new code. */
const schema = z.object({ replaces: z.string({ error: 'Reload the page and try again' }).max(20) })

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, schema)
  if (submission.status !== 'success') return invalid(submission)
  await replaceMemberCode(ctx, submission.value.replaces)
  return redirectWithFlash(
    app,
    paths.portalCode(ctx.studio),
    'Your new code is below. The old one no longer works.',
  )
}

export default function MemberCode() {
  const { studio, code, asksForPin } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <h1>Your code for the door</h1>
      {code ? (
        <>
          <div className="member-code">
            <QrPicture
              uri={scannedText(code)}
              alt="For the scanner at the desk: the same as the code written below"
            />
            <p className="spoken">{spokenCode(code)}</p>
          </div>
          <p>Scan it at {studio.name}, or type it. It checks you in to your next class.</p>
          {asksForPin && (
            <p>
              No phone at hand? <a href={paths.portalPin(studio)}>Set a PIN</a> that the kiosk takes
              after your name.
            </p>
          )}
          <form method="post" className="stack">
            <HiddenFields values={{ replaces: code }} />
            <p className="soft">
              If someone else has it, make a new one. The old code then stops working.
            </p>
            <SubmitButton plain>Make a new one</SubmitButton>
          </form>
        </>
      ) : (
        <p>You don’t have a code yet. Reload the page.</p>
      )}
    </Main>
  )
}
