import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { batch } from '#app/db/batch.server.ts'
import { answersOf, fieldsOf } from '#app/domain/leads/capture/read-submission.ts'
import { type SpamReason, spamReasons } from '#app/domain/leads/capture/route-submission.server.ts'
import { submissionsStatement } from '#app/domain/leads/capture/submission-queries.server.ts'
import { settleSubmission } from '#app/domain/trials/settle-submission.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { stampAt } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Spam', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { sent } = await batch(ctx.db, { sent: submissionsStatement(ctx, 'spam') })
  return {
    studio: { slug: ctx.studio.slug },
    spam: await Promise.all(
      sent.map(async ({ id, raw, contentType, why, receivedAt, page }) => {
        const fields = await fieldsOf(raw, contentType)
        const { name, email, phone, message } = answersOf(fields, { questions: [], consents: [] })
        return {
          id,
          who: [name, email, phone].filter(Boolean).join(', ') || 'Nobody named',
          message: message.slice(0, 300),
          why: spamReasons[why as SpamReason] ?? why,
          when: stampAt(receivedAt, ctx.studio.timeZone),
          page,
        }
      }),
    ),
  }
}

const notSpam = z.object({ id: z.string().max(40) })

/** Takes something out of spam: 303 to its lead. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, notSpam)
  if (submission.status !== 'success') throw notFound()
  const { routed } = await settleSubmission(ctx, submission.value.id, { evenSpam: true })
  if (!routed) throw notFound()
  if (routed.state === 'spam')
    throw refusalPage(
      'unreachable',
      'It has no email address and no phone number, so nobody could be reached.',
      paths.manageLeadSpam(ctx.studio),
    )
  return redirectWithFlash(app, paths.manageLead(ctx.studio, routed.leadId), 'It’s a lead now.')
}

export default function Spam() {
  const { studio, spam } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageLeadForms(studio)}>Lead capture</BackLink>
      <PageHead title="Spam" intro="The last 50 answers that no person seems to have sent." />
      {spam.length === 0 ? (
        <Empty icon="off" title="No spam" text="Answers that look like a program’s appear here." />
      ) : (
        <ul className="lines">
          {spam.map(({ id, who, message, why, when, page }) => (
            <li key={id}>
              <b>{who}</b> <span className="muted">{[when, page].filter(Boolean).join(', ')}</span>
              <p>{why}.</p>
              {message && <blockquote>{message}</blockquote>}
              <Form method="post" className="do">
                <input type="hidden" name="id" value={id} />
                <button type="submit" className="button small">
                  Not spam<span className="vh">: {who}</span>
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
