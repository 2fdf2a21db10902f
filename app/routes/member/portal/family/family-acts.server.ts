/** What the forms of the family's page do: each answers 303 with what it did, or 422 with why not. */
import * as z from 'zod'
import { sharePack } from '#app/domain/entitlements/share-pack.server.ts'
import { type AddChildResult, addChild } from '#app/domain/families/add-child.server.ts'
import {
  agreeToBooking,
  declineBooking,
  letFormerGuardianBook,
} from '#app/domain/families/answer-agreement.server.ts'
import {
  acceptInvitation,
  declineInvitation,
} from '#app/domain/families/answer-invitation.server.ts'
import { askToBook } from '#app/domain/families/ask-to-book.server.ts'
import { agreeRefusalWords, askRefusalWords } from '#app/domain/families/booking-agreement.ts'
import { endAgreement } from '#app/domain/families/end-agreement.server.ts'
import {
  agreementAct,
  askForm,
  askFormerForm,
  childForm,
  invitationAct,
  inviteForm,
  letBookForm,
} from '#app/domain/families/family-form.ts'
import {
  answerRefusalWords,
  dependantsAtMost,
  inviteRefusalWords,
  linkRefusalWords,
} from '#app/domain/families/guardianship.ts'
import { inviteGuardian, withdrawInvitation } from '#app/domain/families/invite-guardian.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { portalRules } from '#app/domain/scope/portal-rules.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, refused } from '#app/http/form.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { paths } from '#app/paths.ts'
import { localDate } from '#app/values/zone.ts'

type Acting = { app: RequestContext; ctx: MemberContext; email: string }

const back = ({ app, ctx }: Acting, said: string) =>
  redirectWithFlash(app, paths.portalFamily(ctx.studio), said)

const shareForm = z.object({ lot: z.string().max(40), share: z.enum(['on', 'off']) })

export async function share(acting: Acting, posted: FormData) {
  const wish = parsePosted(posted, shareForm)
  if (wish.status !== 'success') return invalid(wish)
  const on = wish.value.share === 'on'
  if (!(await sharePack(acting.ctx, wish.value.lot, on))) throw notFound()
  return back(acting, on ? 'Your family can use this pack now.' : 'The pack is yours alone again.')
}

const addRefusals: Record<Exclude<AddChildResult, { ok: true }>['reason'], string> = {
  ask_studio: portalRules.add_child.off,
  is_dependant: 'You have a guardian yourself, so you can’t add a child. Ask us.',
  too_many_dependants: `You look after ${dependantsAtMost} people already. Ask us.`,
}

export async function add(acting: Acting, posted: FormData) {
  const { ctx } = acting
  const submission = parsePosted(posted, childForm(localDate(ctx.now, ctx.studio.timeZone)))
  if (submission.status !== 'success') return invalid(submission)
  const result = await addChild(ctx, submission.value)
  if (!result.ok)
    return refused(submission, { form: [addRefusals[result.reason]], code: result.reason })
  return back(acting, `${submission.value.name} is in your family. You can book for them now.`)
}

export async function invite(acting: Acting, posted: FormData) {
  const { app, ctx } = acting
  const submission = parsePosted(posted, inviteForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await inviteGuardian({ ...ctx, directory: app.directory }, submission.value)
  if (!result.ok)
    return refused(submission, { form: [inviteRefusalWords[result.reason]], code: result.reason })
  return back(acting, `We have written to ${submission.value.email}.`)
}

export async function answer(acting: Acting, posted: FormData) {
  const { app, ctx, email } = acting
  const submission = parsePosted(posted, invitationAct)
  if (submission.status !== 'success') return invalid(submission)
  const { invitation } = submission.value
  if (submission.value.answer === 'withdraw') {
    await withdrawInvitation(ctx, invitation)
    return back(acting, 'Invitation withdrawn.')
  }
  const answering = { ...ctx, directory: app.directory, email }
  if (submission.value.answer === 'decline') {
    await declineInvitation(answering, invitation)
    return back(acting, 'Invitation declined.')
  }
  const result = await acceptInvitation(answering, invitation)
  if (result.ok)
    return back(acting, `You look after ${result.children} now. You can book for them.`)
  const sentence =
    'guardian' in result
      ? linkRefusalWords(result.reason, result)
      : answerRefusalWords[result.reason]
  return refused(submission, { form: [sentence], code: result.reason })
}

/** Asks another adult by email; a former child’s address is looked up. */
export async function ask(acting: Acting, posted: FormData) {
  const { app, ctx } = acting
  const submission = posted.has('person')
    ? parsePosted(posted, askFormerForm)
    : parsePosted(posted, askForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key } = submission.value
  const result = await askToBook(
    { ...ctx, directory: app.directory },
    'person' in submission.value
      ? { key, email: '', person: submission.value.person }
      : { key, email: submission.value.adult, person: '' },
  )
  if (result.ok) return back(acting, `We have asked ${result.email}. You can book once they agree.`)
  const { reason } = result
  const sentence =
    reason === 'ask_studio' ? portalRules.book_for_adult.off : askRefusalWords[reason]
  return refused(submission, { form: [sentence], code: reason })
}

/** Agrees, declines or ends. */
export async function agreement(acting: Acting, posted: FormData) {
  const { app, ctx, email } = acting
  const submission = parsePosted(posted, agreementAct)
  if (submission.status !== 'success') return invalid(submission)
  const { agreement: id, act } = submission.value
  if (act === 'end') {
    if (!(await endAgreement(ctx, id))) return back(acting, 'That was over already.')
    return back(acting, 'Ended. What is booked stays booked.')
  }
  const answering = { ...ctx, directory: app.directory, email }
  if (act === 'decline') {
    await declineBooking(answering, id)
    return back(acting, 'Declined. You book for yourself.')
  }
  const result = await agreeToBooking(answering, id)
  if (result.ok) return back(acting, `${result.booker} can book for you now. You can end it here.`)
  return refused(submission, { form: [agreeRefusalWords[result.reason]], code: result.reason })
}

/** Lets a former guardian go on booking. */
export async function letBook(acting: Acting, posted: FormData) {
  const submission = parsePosted(posted, letBookForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key, booker: bookerId } = submission.value
  if (!(await letFormerGuardianBook(acting.ctx, { key, bookerId }))) throw notFound()
  return back(acting, 'They can book for you now. You can end it here.')
}
