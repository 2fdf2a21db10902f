import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { toCome } from '#app/domain/courses/course-view.ts'
import { enrolAvailability } from '#app/domain/courses/enrolments/enrol-availability.ts'
import { enrolPerson } from '#app/domain/courses/enrolments/enrol-person.server.ts'
import { enrolRefusalWords } from '#app/domain/courses/enrolments/enrol-words.ts'
import { joinCourseWaitlist } from '#app/domain/courses/enrolments/join-course-waitlist.server.ts'
import { withdrawalRules } from '#app/domain/courses/enrolments/withdrawal.ts'
import {
  courseDatesWords,
  priceForMe,
  sessionDay,
} from '#app/domain/courses/programs/program-words.ts'
import { programPage } from '#app/domain/courses/programs/programs-page.server.ts'
import { payChargeOnline } from '#app/domain/sales/checkout/pay-online.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { answerBegun } from '#app/http/payments/begin-payment.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { paths } from '#app/paths.ts'
import { actionPath } from '#app/ui/courses/program-act.tsx'
import { WhoForm } from '#app/ui/family/who-form.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Timeline, type TimelineWords } from '#app/ui/list/timeline.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, ordinal } from '#app/values/wording.ts'
import { EnrolButtons } from './enrol-buttons.tsx'
import { untilWords } from './until-words.ts'

export const handle = {
  styles: ['back-link', 'button', 'say', 'timeline', 'dock', 'program'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageTitle(`Enrol for ${data.name}`, { matches }) : []

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireBooker(context)
  const page = await programPage(ctx, viewer, params.classid ?? '')
  if (!page) throw notFound()
  const { facts, shell } = page
  const { course, sessions, now } = facts
  const online = page.online && payingContext(app.env, ctx) !== null
  const { slug, locale, currency, timeZone } = ctx.studio
  const formats = { locale, currency, timeZone }
  const availability = enrolAvailability(facts)
  const price = priceForMe(availability, course, formats)
  const dates = toCome(sessions, now).map((session) => sessionDay(session, locale))
  const priced =
    availability.kind === 'open' || availability.kind === 'held' || availability.kind === 'waitlist'
  const effects: TimelineWords[] =
    availability.kind === 'waitlist'
      ? [
          {
            key: 'now',
            when: 'Now',
            what: `You are ${ordinal(availability.wouldBe)} on the waitlist. Nothing is charged.`,
            now: true,
          },
          {
            key: 'offer',
            when: 'If a place opens',
            what:
              `We offer it to you and keep it for ${count(course.offerHours, 'hour')}. ` +
              'Take it at that day’s price, or decline.',
          },
          { key: 'none', when: 'If none opens', what: 'Nothing is charged.' },
        ]
      : [
          {
            key: 'now',
            when: 'Now',
            what: `You have a place in ${count(dates.length, 'session')}: ${dates.join(', ')}.`,
            now: true,
          },
          {
            key: 'pay',
            when: 'Now',
            what:
              `${price.amount} to pay (${price.working}). ` +
              (online ? 'Pay now by card, or at the desk.' : 'Pay at the desk.'),
          },
          ...withdrawalRules(course, facts.today, locale).map(({ when, what }, i) => ({
            key: `w${i}`,
            when,
            what,
          })),
          ...(course.makeUpHours === null
            ? []
            : [
                {
                  key: 'makeup',
                  when: 'If you miss one',
                  what:
                    `Give it up ${count(course.makeUpHours, 'hour')} ` +
                    'before and you get a make-up.',
                },
              ]),
        ]
  return {
    studio: { slug },
    id: course.id,
    name: course.name,
    dates: courseDatesWords(course, locale),
    kind: availability.kind,
    price: price.amount,
    expects: priced ? availability.price.minor : 0,
    online: online && priced && availability.price.minor > 0,
    until: availability.kind === 'held' ? untilWords(availability.until, ctx.studio, now) : null,
    effects,
    refused:
      availability.kind === 'refused'
        ? { reason: availability.reason, ...enrolRefusalWords(availability, formats) }
        : null,
    shell,
  }
}

const form = z.object({
  act: z.enum(['enrol', 'wait']).default('enrol'),
  expects: z.coerce.number().int().optional(),
  /** Whether it is paid by card at once. */
  pay: z.enum(['online', 'desk']).default('desk'),
})

type Answer = { refusal: string; message: string }

/** Enrols or joins the waitlist: 303 to the course with what it did, 422 with why not. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx, own, viewer } = await requireBooker(context)
  const courseId = params.classid ?? ''
  const submission = await parseForm(request, form)
  const { act, expects, pay } =
    submission.status === 'success'
      ? submission.value
      : { act: 'enrol' as const, expects: undefined, pay: 'desk' as const }
  const { id } = ctx.person
  const answer = (refusal: string, message: string) =>
    json<Answer>({ refusal, message }, { status: 422 })
  const back = paths.program(ctx.studio, courseId)
  if (act === 'wait') {
    const result = await joinCourseWaitlist(ctx, courseId, id)
    if (result.ok) {
      deliverSoon(app, ctx.db)
      return redirectWithFlash(
        app,
        back,
        `You are ${ordinal(result.position)} on the waitlist. It is free.`,
      )
    }
    if (result.reason === 'not_found') throw notFound()
    if (result.reason === 'has_places')
      return answer('has_places', 'There’s a place free: enrol instead.')
    return answer(result.reason, enrolRefusalWords(result, ctx.studio).sentence)
  }
  const result = await enrolPerson(ctx, courseId, id, { expects })
  if (result.ok) {
    deliverSoon(app, ctx.db)
    if (pay === 'online') {
      const payer = { ...viewer, personId: own.person.id }
      return answerBegun(app, own, back, (paying, to) =>
        payChargeOnline(paying, payer, result.enrolmentId, to),
      )
    }
    return redirectWithFlash(app, back, `You are enrolled in ${result.facts.course.name}.`)
  }
  if (result.reason === 'not_found') throw notFound()
  if (result.reason === 'full')
    return answer('full', 'The last place has just gone. You can join the waitlist.')
  return answer(result.reason, enrolRefusalWords(result, ctx.studio).sentence)
}

export default function ConfirmEnrolment() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  const { studio, id, kind, price, until, effects, refused, online } = data
  const waits = kind === 'waitlist'
  const kept = until
    ? `Your place is kept until ${until}.`
    : `${price}, to pay ${online ? 'now by card, or ' : ''}at the desk.`
  const asks = kind === 'open' || kind === 'held' || waits
  return (
    <Main slim>
      <BackLink to={paths.program(studio, id)}>{data.name}</BackLink>
      <div className="stack">
        <h1>{waits ? 'Join the waitlist' : `Enrol for ${data.name}`}</h1>
        <p>
          <b>{data.dates}</b>
        </p>
      </div>
      {answer && (
        <p className="say bad" role="alert" data-refusal={answer.refusal}>
          <Icon name="warning" />
          <span>{answer.message}</span>
        </p>
      )}
      {asks ? (
        <WhoForm className="stack wide-gap asks" method="post" action={paths.enrol(studio, id)}>
          <input type="hidden" name="act" value={waits ? 'wait' : 'enrol'} />
          {!waits && <input type="hidden" name="expects" value={data.expects} />}
          <div className="stack mid-gap">
            <h2>What happens next</h2>
            <Timeline entries={effects} />
          </div>
          <div className="dock stack">
            <p className="say good">
              <Icon name={waits ? 'queue' : 'check'} />
              <span>{waits ? 'Free while you wait.' : kept}</span>
            </p>
            <EnrolButtons waits={waits} online={online} price={price} />
          </div>
        </WhoForm>
      ) : (
        <div className="stack" data-refusal={refused?.reason}>
          <p>
            {refused?.sentence ??
              (kind === 'enrolled'
                ? 'You are enrolled already.'
                : 'You are on the waitlist already.')}
          </p>
          <p className="pair">
            <a
              className="button primary"
              href={refused?.action ? actionPath(refused.action, data) : paths.program(studio, id)}
            >
              {refused?.action?.label ?? 'See the course'}
            </a>
          </p>
        </div>
      )}
    </Main>
  )
}
