import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type AnswerRefusal, answer } from '#app/domain/conversations/answer.server.ts'
import { replyForm } from '#app/domain/conversations/conversation-fields.ts'
import { mayOpen } from '#app/domain/conversations/inbox-page.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { ConversationHead } from './inbox-parts/conversation-acts.tsx'
import { InboxFrame } from './inbox-parts/inbox-frame.tsx'
import { loadInbox } from './inbox-parts/inbox-loader.server.ts'
import { PersonSide } from './inbox-parts/person-side.tsx'
import { ReplyBox } from './inbox-parts/reply-box.tsx'
import { Talk } from './inbox-parts/talk.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.inbox.open?.who ?? 'Messages', { matches })

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const inbox = await loadInbox(context, params.conversation ?? '')
  const chosen = new URL(request.url).searchParams.get('reply')
  const begun = inbox.open?.replies.find(({ id }) => id === chosen)?.text ?? ''
  return { inbox, begun }
}

const refusals: Record<Exclude<AnswerRefusal, 'not_found'>, (by: string) => string> = {
  answered_meanwhile: (by) =>
    `${by || 'Someone'} has answered in the meantime. Read it above, then send yours again.`,
  no_address: () => 'There is no email address. Answer by the app, or by text.',
  no_phone: () => 'There is no phone number. Answer by the app, or by email.',
}

/** An answer or a note: 303 to the conversation, 422 beside the words. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'messages:write')
  const id = params.conversation ?? ''
  if (!(await mayOpen(ctx, viewer, id))) throw notFound()
  const submission = await parseForm(request, replyForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await answer(ctx, id, submission.value)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    const text = refusals[result.reason](result.by ?? '')
    return refused(submission, { code: result.reason, form: [text] })
  }
  deliverSoon(app, ctx.db)
  const { act } = submission.value
  const said = { send: 'Sent.', note: 'Noted for staff.', send_resolve: 'Sent and resolved.' }[act]
  return redirectWithFlash(app, paths.manageConversation(ctx.studio, id), said)
}

export default function Conversation() {
  const { inbox, begun } = useLoaderData<typeof loader>()
  const answered = useActionData() as PageFormAnswer | undefined
  const { open, studio, rules, actRules } = inbox
  if (!open) return null
  return (
    <InboxFrame inbox={inbox}>
      <section className="conversation" aria-label={open.who}>
        <ConversationHead
          open={open}
          studio={studio}
          rules={actRules}
          key={`${open.id} ${open.state}`}
        />
        <Talk messages={open.messages} who={open.who} />
        <ReplyBox
          open={open}
          replyKey={inbox.key}
          studio={studio}
          rules={rules}
          answer={answered}
          begun={begun}
          key={`${open.seen} ${begun}`}
        />
      </section>
      {open.person && <PersonSide person={open.person} studio={studio} />}
    </InboxFrame>
  )
}
