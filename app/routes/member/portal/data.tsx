import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { ownDataPage } from '#app/domain/overview/own-data-page.server.ts'
import { portalRules } from '#app/domain/scope/portal-rules.ts'
import { askErasure, erasureDays, takeBackErasure } from '#app/domain/tasks/ask-erasure.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { useStudioLets } from '#app/ui/layout/studio-lets.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = {
  styles: ['button', 'back-link', 'say', 'fold'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Your data', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const { slug, name } = ctx.studio
  return { ...(await ownDataPage(ctx, viewer)), days: erasureDays, studio: { slug, name } }
}

const form = z.object({ act: z.enum(['erase', 'keep']) })

/** Asks the studio to erase what it keeps of the person, or takes that back: 303. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') throw notFound()
  const { name } = ctx.studio
  if (submission.value.act === 'erase') await askErasure(ctx)
  else await takeBackErasure(ctx)
  return redirectWithFlash(
    app,
    paths.portalData(ctx.studio),
    submission.value.act === 'erase'
      ? `${name} has your request and answers within ${erasureDays} days.`
      : 'Request withdrawn. Your data stays.',
  )
}

export default function OwnData() {
  const { studio, asked, days } = useLoaderData<typeof loader>()
  const lets = useStudioLets()
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <h1>Your data</h1>
      <section className="stack" aria-labelledby="take">
        <h2 id="take">Download</h2>
        {lets('download_data') ? (
          <>
            <p>
              Everything {studio.name} keeps about you: details, bookings, memberships, credits,
              what you paid and owe, signed documents, consents, notices and emails. One archive of
              tables that any spreadsheet opens, and the same as JSON. Notes that staff wrote aren’t
              in it; ask for those.
            </p>
            <p>
              <a className="button primary" href={paths.portalDataZip(studio)} download>
                Download your data
              </a>
            </p>
          </>
        ) : (
          <p>
            {portalRules.download_data.off} <a href={paths.ask(studio)}>Ask us</a>
          </p>
        )}
      </section>
      <section className="stack" aria-labelledby="erase">
        <h2 id="erase">Erase</h2>
        {asked ? (
          <>
            <p className="say warn">
              <Icon name="clock" />
              <span>
                You asked on {asked.on}. {studio.name} answers by {asked.by}.
              </span>
            </p>
            <form method="post">
              <HiddenFields values={{ act: 'keep' }} />
              <SubmitButton plain>Withdraw request</SubmitButton>
            </form>
          </>
        ) : (
          <>
            <p>
              {studio.name} erases what names you within {days} days: details, photo, messages. Your
              bookings, memberships and credits end. Invoices stay as long as the law asks, without
              more of you than they need. It can’t be undone.
            </p>
            <p className="soft">
              Other studios keep theirs, and you can still sign in. To leave everywhere at once,{' '}
              <a href={paths.accountPart('close')}>close your account</a>.
            </p>
            <details className="fold">
              <summary>Ask {studio.name} to erase my data</summary>
              <form method="post" className="stack">
                <p>A manager checks for open bookings and unpaid amounts first, and may ask you.</p>
                <HiddenFields values={{ act: 'erase' }} />
                <SubmitButton plain>Ask to erase my data</SubmitButton>
              </form>
            </details>
          </>
        )}
      </section>
    </Main>
  )
}
