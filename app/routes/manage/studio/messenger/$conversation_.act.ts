import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import {
  changeConversation,
  mergeConversations,
} from '#app/domain/conversations/change-conversation.server.ts'
import { conversationActForm } from '#app/domain/conversations/conversation-fields.ts'
import { mayOpen } from '#app/domain/conversations/inbox-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

/** There is nothing to see here: the conversation has the buttons. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'messages:write')
  const id = params.conversation ?? ''
  if (!(await mayOpen(ctx, viewer, id))) throw notFound()
  return redirect(paths.manageConversation(ctx.studio, id), 303)
}

const said = {
  resolve: 'Resolved.',
  reopen: 'Open again.',
  pending: 'Waiting for their answer.',
  snooze: 'Snoozed.',
  assign: 'Assigned.',
  label: 'Labels saved.',
  merge: 'Merged.',
}

/** Settles, snoozes, assigns, labels or merges it: 303 to where it is read. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'messages:write')
  const id = params.conversation ?? ''
  if (!(await mayOpen(ctx, viewer, id))) throw notFound()
  const here = paths.manageConversation(ctx.studio, id)
  const submission = await parseForm(request, conversationActForm)
  if (submission.status !== 'success') {
    const labels = submission.error?.labels?.[0]
    if (labels) throw refusalPage('labels_too_long', labels, here)
    throw refusalPage('nothing_chosen', 'Choose what to do with it.', here)
  }
  const { act, until, personId, labels, intoId } = submission.value
  if (act === 'merge') {
    const into = intoId ?? ''
    if (!(await mayOpen(ctx, viewer, into)) || !(await mergeConversations(ctx, id, into)))
      throw refusalPage('nothing_chosen', 'Choose the conversation to merge it into.', here)
    return redirectWithFlash(app, paths.manageConversation(ctx.studio, into), said.merge)
  }
  const change = {
    resolve: () => ({ act: 'resolve' }) as const,
    reopen: () => ({ act: 'reopen' }) as const,
    pending: () => ({ act: 'pending' }) as const,
    snooze: () => ({ act: 'snooze', until: until ?? 'tomorrow' }) as const,
    assign: () => ({ act: 'assign', personId: personId || null }) as const,
    label: () => ({ act: 'label', labels: labels ?? '' }) as const,
  }[act]()
  if (!(await changeConversation(ctx, id, change)))
    throw refusalPage('not_staff', 'This person doesn’t work here. Choose someone else.', here)
  const list = paths.manageMessenger(ctx.studio)
  return redirectWithFlash(app, act === 'resolve' || act === 'snooze' ? list : here, said[act])
}
