import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { offerSubstitute, withdrawRequest } from '#app/domain/planning/ask-substitute.server.ts'
import {
  payWords,
  requestAct,
  substitutionRefusals,
} from '#app/domain/planning/substitution-forms.ts'
import { findRequest, fitList } from '#app/domain/planning/substitution-queries.server.ts'
import { fitWords, isOpen, subStateWords } from '#app/domain/planning/substitution-view.ts'
import {
  approveSubstitute,
  claimClass,
  declineOffer,
} from '#app/domain/planning/take-class.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { tellSoon } from '#app/http/tell-people.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { amountRules, parseMinor, typedMinor } from '#app/values/money.ts'
import { count, dayLongTime, money } from '#app/values/wording.ts'
import { Act, OfferForm, PayField } from './substitution-acts.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Substitute: ${data.title}` : 'Substitute', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'subs:ask')
  const request = await findRequest(ctx, params.request ?? '')
  if (!request) throw notFound()
  const { slug, locale, currency } = ctx.studio
  const open = isOpen(request, ctx.now)
  const rules = fieldRules(requestAct, 'offer')
  const me = ctx.person.id
  const offers = may(viewer.role, 'subs:offer')
  const approves = may(viewer.role, 'subs:approve')
  const coaches = await fitList(ctx, request)
  const own = coaches.find(({ id }) => id === me)
  // What a class is worth is between the studio and who takes it.
  const seesPay = approves || own?.offer === 'offered' || request.claimedBy === me
  return {
    rules: { ...rules, pay: { ...rules.pay, ...amountRules(currency, payWords) } },
    studio: { slug },
    id: request.id,
    occurrenceId: request.occurrenceId,
    title: request.title,
    intro:
      `${dayLongTime(request.localStart, locale)}, ${request.roomName}. ${request.regularName} ` +
      'can’t teach it.',
    label:
      !open && request.state !== 'approved' && request.state !== 'withdrawn'
        ? null
        : subStateWords[request.state],
    reason: request.reason,
    claimed: request.claimedName,
    pay:
      seesPay && request.payMinor !== null
        ? money(request.payMinor, request.currency, locale)
        : null,
    typedPay: request.payMinor === null ? '' : typedMinor(request.payMinor, currency),
    currency,
    stands: request.claimsStand,
    settled: request.state === 'approved',
    coaches: offers
      ? coaches.map((coach) => ({
          id: coach.id,
          name: coach.name,
          offer: coach.offer,
          free: coach.free,
          fits: fitWords(coach).join(', '),
        }))
      : [],
    fitting: coaches.filter(
      ({ free, barred, qualified, offer }) => free && !barred && qualified && offer === null,
    ).length,
    can: {
      offer: offers && open && request.state !== 'claimed',
      claim: open && request.state === 'offered' && own?.offer === 'offered',
      decline:
        open &&
        (own?.offer === 'offered' || (request.state === 'claimed' && request.claimedBy === me)),
      approve: approves && open && request.state === 'claimed',
      pay: approves,
      withdraw: open && (offers || request.regularId === me),
    },
  }
}

/**
 * One act on a request: offer, claim, decline, approve or withdraw, each to anyone who may. 303 to
 * the request.
 */
export async function action({ context, request: posted, params }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'subs:ask')
  const requestId = params.request ?? ''
  const submission = await parseForm(posted, requestAct)
  if (submission.status !== 'success') return invalid(submission)
  const asked = submission.value
  const needed = ({ offer: 'subs:offer', approve: 'subs:approve' } as const)[
    asked.act as 'offer' | 'approve'
  ]
  if (needed) await requirePermission(context, needed)
  const payMinor =
    'pay' in asked && asked.pay !== '' ? parseMinor(asked.pay, ctx.studio.currency) : null
  if ('pay' in asked && asked.pay !== '' && payMinor === null) {
    return refused(submission, {
      fields: { pay: [payWords] },
      code: 'pay',
    })
  }
  const onlyOwn = !may(viewer.role, 'subs:offer')
  const setsPay = may(viewer.role, 'subs:approve')
  const result = await {
    claim: () => claimClass(ctx, requestId),
    decline: () => declineOffer(ctx, requestId),
    withdraw: () => withdrawRequest(ctx, requestId, { onlyOwn }),
    approve: () => approveSubstitute(ctx, requestId, { payMinor }),
    offer: () =>
      asked.act === 'offer'
        ? offerSubstitute(ctx, requestId, {
            coachIds: asked.to === 'all' ? 'all' : asked.coach,
            ...(setsPay ? { agreed: { claimsStand: asked.stands === 'on', payMinor } } : {}),
          })
        : claimClass(ctx, requestId),
  }[asked.act]()
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, {
      form: [substitutionRefusals[result.reason] ?? ''],
      code: result.reason,
    })
  }
  tellSoon(app, ctx)
  const message = {
    offer: 'asked' in result ? `${count(result.asked, 'coach is', 'coaches are')} asked.` : '',
    claim:
      'settled' in result && result.settled
        ? 'It’s yours. We’re telling everyone in the class.'
        : 'Accepted. It’s yours once a manager approves.',
    decline: 'You’ve declined. Thank you for answering.',
    approve:
      'told' in result
        ? `Approved. ${count(result.told, 'person is', 'people are')} notified.`
        : '',
    withdraw: 'Withdrawn. The class stays with its coach.',
  }[asked.act]
  return redirectWithFlash(app, paths.manageSubstitution(ctx.studio, requestId), message)
}

export default function SubstitutionPage() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const { studio, can } = data
  const asked = { answer, rules: data.rules }
  return (
    <>
      <BackLink to={paths.manageSubstitutions(studio)}>Substitutes</BackLink>
      <PageHead
        title={data.title}
        intro={data.intro}
        actions={
          <Link className="button" to={paths.manageClass(studio, data.occurrenceId)}>
            See the class
          </Link>
        }
      />
      <div className="sections">
        <ul className="lines">
          <li>
            {data.label ? <Label {...data.label} /> : <Label text="Over" tone={null} />}{' '}
            {data.claimed && (
              <span>
                {data.settled ? `${data.claimed} takes it.` : `${data.claimed} has accepted.`}
              </span>
            )}
          </li>
          {data.reason && <li>{data.reason}</li>}
          {data.pay && <li>{`${data.pay} for it${data.settled ? ', as agreed' : ''}.`}</li>}
        </ul>
        {can.claim && (
          <Act act="claim" {...asked} title="Can you cover it?" button="Accept this class">
            <p>
              {data.stands ? 'It’s yours straight away.' : 'It’s yours once a manager approves.'}
            </p>
          </Act>
        )}
        {can.approve && (
          <Act
            act="approve"
            {...asked}
            title={`${data.claimed} takes it?`}
            button="Approve and tell the class"
          >
            <p>They take over the class, and everyone booked or waiting is told.</p>
            <PayField {...asked} value={data.typedPay} currency={data.currency} />
          </Act>
        )}
        {can.offer && (
          <OfferForm
            {...asked}
            coaches={data.coaches}
            fitting={data.fitting}
            stands={data.stands}
            pay={can.pay ? { value: data.typedPay, currency: data.currency } : null}
          />
        )}
        {can.decline && (
          <Act act="decline" {...asked} title="Can’t do it?" button="Decline" quiet>
            <p>The others can still accept.</p>
          </Act>
        )}
        {can.withdraw && (
          <Act
            act="withdraw"
            {...asked}
            title="No longer needed?"
            button="Withdraw the request"
            quiet
          >
            <p>The class stays with its coach, and we tell everyone who was asked.</p>
          </Act>
        )}
      </div>
    </>
  )
}
