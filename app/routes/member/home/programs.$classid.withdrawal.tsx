import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { backWords, pressWords } from '#app/domain/courses/enrolments/money-words.ts'
import {
  quoteFor,
  type WithdrawRefusal,
  withdrawPerson,
} from '#app/domain/courses/enrolments/withdraw-person.server.ts'
import { refundSentence } from '#app/domain/courses/enrolments/withdrawal.ts'
import { programPage } from '#app/domain/courses/programs/programs-page.server.ts'
import { portalRules, studioLets } from '#app/domain/scope/portal-rules.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { WhoForm } from '#app/ui/family/who-form.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Timeline, type TimelineWords } from '#app/ui/list/timeline.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { AskStudio } from '#app/ui/state/ask-studio.tsx'
import { count } from '#app/values/wording.ts'

export const handle = {
  styles: ['back-link', 'button', 'say', 'timeline', 'dock', 'program'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageTitle(`${data.verb}: ${data.name}`, { matches }) : []

const verbs: Record<string, string> = {
  enrolled: 'Withdraw',
  waitlisted: 'Leave the waitlist',
  offered: 'Decline the place',
  held: 'Give up the place',
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireBooker(context)
  const page = await programPage(ctx, viewer, params.classid ?? '')
  if (!page) throw notFound()
  const { facts, shell } = page
  const { course, mine } = facts
  const { slug } = ctx.studio
  const quote = quoteFor(facts)
  const state = mine && mine.state in verbs ? mine.state : null
  const money = { refundMinor: quote?.refundMinor ?? 0, unpaidMinor: mine?.unpaidMinor ?? 0 }
  const back = quote && {
    sentence: backWords(money, ctx.studio),
    press: pressWords(money, ctx.studio),
  }
  const effects: TimelineWords[] = quote
    ? [
        {
          key: 'now',
          when: 'Now',
          what: `You give up your place in ${count(mine?.seatsToCome ?? 0, 'session')} still to come.`,
          now: true,
        },
        {
          key: 'money',
          when: 'Now',
          what: refundSentence(quote, money.unpaidMinor, ctx.studio),
        },
        ...(mine && mine.makeUps > 0
          ? [
              {
                key: 'makeups',
                when: 'Now',
                what:
                  `You lose ${count(mine.makeUps, 'make-up')}; ` +
                  `${mine.makeUps === 1 ? 'it counts' : 'they count'} towards the refund.`,
              },
            ]
          : []),
      ]
    : [
        {
          key: 'now',
          when: 'Now',
          what:
            state === 'waitlisted'
              ? 'You lose your place on the waitlist.'
              : 'The place is offered to the next person on the waitlist.',
          now: true,
        },
        { key: 'money', when: 'Now', what: 'You were not charged.' },
      ]
  return {
    studio: { slug },
    id: course.id,
    name: course.name,
    state,
    verb: state ? verbs[state]! : 'Nothing to withdraw from',
    back,
    expects: quote?.refundMinor ?? null,
    effects,
    /** False where the studio ends enrolments itself. */
    offered: state !== 'enrolled' || studioLets(ctx.studio, 'cancel_bookings'),
    shell,
  }
}

const form = z.object({ expects: z.coerce.number().int().optional() })

const sentences: Record<Exclude<WithdrawRefusal, 'not_found'>, string> = {
  not_enrolled: 'You are not in this course. Nothing was changed.',
  quote_changed: 'The refund has changed since you opened this page. Check it, then try again.',
  ask_studio: portalRules.cancel_bookings.off,
}

/**
 * Ends the enrolment with the quote that was on the page, or the wait: 303 with what it did, 422
 * with why not.
 */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requireBooker(context)
  const courseId = params.classid ?? ''
  const submission = await parseForm(request, form)
  const expects = submission.status === 'success' ? submission.value.expects : undefined
  const result = await withdrawPerson(ctx, courseId, ctx.person.id, { expects })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return json({ refusal: result.reason, message: sentences[result.reason] }, { status: 422 })
  }
  deliverSoon(app, ctx.db)
  const message = {
    enrolled: ['You have withdrawn.', result.money ? backWords(result.money, ctx.studio) : '']
      .join(' ')
      .trim(),
    waitlisted: 'You left the waitlist.',
    offered: 'Declined. The place is offered to the next person.',
    held: 'You gave up the place.',
  }
  return redirectWithFlash(app, paths.program(ctx.studio, courseId), message[result.was])
}

type Quoted = { back: { sentence: string; press: string } | null; verb: string }

/** What goes back, as a sentence and on the button. */
function whatGoesBack({ back, verb }: Quoted): { sentence: string; press: string } {
  if (back) return back
  return { sentence: 'It costs nothing.', press: verb }
}

export default function ConfirmWithdrawal() {
  const { studio, id, name, state, verb, back, expects, effects, offered } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as { refusal: string; message: string } | undefined
  const { sentence, press } = whatGoesBack({ back, verb })
  return (
    <Main slim>
      <BackLink to={paths.program(studio, id)}>{name}</BackLink>
      <h1>{state ? `${verb}: ${name}` : name}</h1>
      {answer && (
        <p className="say bad" role="alert" data-refusal={answer.refusal}>
          <Icon name="warning" />
          <span>{answer.message}</span>
        </p>
      )}
      {!offered && (
        <AskStudio
          studio={studio}
          rule="cancel_bookings"
          title="Ask us to withdraw"
          keep={{ path: paths.program(studio, id), label: 'Keep my place' }}
        />
      )}
      {offered &&
        (state ? (
          <WhoForm
            className="stack wide-gap asks"
            method="post"
            action={paths.withdraw(studio, id)}
          >
            {expects !== null && <input type="hidden" name="expects" value={expects} />}
            <div className="stack mid-gap">
              <h2>What happens next</h2>
              <Timeline entries={effects} />
            </div>
            <div className="dock stack">
              <p className={expects === 0 ? 'say warn' : 'say good'}>
                <Icon name={expects === 0 ? 'warning' : 'check'} />
                <span>{sentence}</span>
              </p>
              <button type="submit" className="button primary big wide">
                {press}
              </button>
              <a className="button wide" href={paths.program(studio, id)}>
                Keep my place
              </a>
            </div>
          </WhoForm>
        ) : (
          <div className="stack" data-refusal="not_enrolled">
            <p>You are not in this course.</p>
            <p className="pair">
              <a className="button primary" href={paths.program(studio, id)}>
                See the course
              </a>
            </p>
          </div>
        ))}
    </Main>
  )
}
