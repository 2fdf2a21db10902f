import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { enrolPerson } from '#app/domain/courses/enrolments/enrol-person.server.ts'
import { enrolRefusalWords } from '#app/domain/courses/enrolments/enrol-words.ts'
import { enrolmentAtDesk } from '#app/domain/courses/enrolments/enrolment-page.server.ts'
import { settleEnrolment } from '#app/domain/courses/enrolments/settle-enrolment.server.ts'
import { transferPerson } from '#app/domain/courses/enrolments/transfer-person.server.ts'
import { dueWords } from '#app/domain/courses/enrolments/transfer-quote.ts'
import { quoteFor, withdrawPerson } from '#app/domain/courses/enrolments/withdraw-person.server.ts'
import { quoteWorking } from '#app/domain/courses/enrolments/withdrawal.ts'
import { transferPage } from '#app/domain/courses/programs/programs-page.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayShort, money } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `${data.name}, ${data.course}` : 'Enrolment', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'entitlements:write')
  const found = await enrolmentAtDesk(ctx, params.course ?? '', params.enrolment ?? '')
  if (!found) throw notFound()
  const { facts, person, words, open } = found
  const { course, mine } = facts
  const quote = quoteFor(facts)
  const { slug, currency, locale } = ctx.studio
  const changes = quote
    ? ((await transferPage(ctx, { personId: person.id, name: '', email: '' }, course.id))
        ?.choices ?? [])
    : []
  return {
    studio: { slug },
    id: params.enrolment ?? '',
    kind: course.kind,
    courseId: course.id,
    course: course.name,
    personId: person.id,
    name: person.name,
    label: words.label,
    timeline: words.timeline,
    money: words.money,
    working: mine?.working ?? '',
    current: mine?.id === params.enrolment,
    state: mine?.state ?? '',
    open,
    withdraw: quote && {
      back: money(quote.refundMinor, currency, locale),
      minor: quote.refundMinor,
      working: quoteWorking(quote, ctx.studio),
    },
    others: changes.map(
      ({ course: other, quote: { dueMinor, creditMinor, sessions, of, price } }) => ({
        id: other.id,
        name: other.name,
        dueMinor,
        words:
          `From ${dayShort(other.firstStart.slice(0, 10), locale)}: ` +
          `${money(price.minor, currency, locale)}, less ` +
          `${money(creditMinor, currency, locale)} for ${sessions} of ${of} still to come. ` +
          `${dueWords(dueMinor, ctx.studio)}`,
      }),
    ),
  }
}

const form = z.object({
  act: z.enum(['withdraw', 'leave', 'enrol', 'paid', 'move'], { error: 'Choose what to do' }),
  reason: z.string().trim().max(200).default(''),
  expects: z.coerce.number().int().optional(),
  to: z.string().max(40).default(''),
})

/**
 * Withdraws with the quote that was on the page, gives a place from the list, notes money, or
 * changes the course.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') return invalid(submission)
  const courseId = params.course ?? ''
  const found = await enrolmentAtDesk(ctx, courseId, params.enrolment ?? '')
  if (!found) throw notFound()
  const { course } = found.facts
  const personId = found.person.id
  const back = paths.manageCourse(ctx.studio, course.kind, courseId)
  const { act, reason, expects, to } = submission.value
  const byHand = { reason }
  const refuse = (code: string, message: string) => refused(submission, { form: [message], code })
  const changed = 'What it does has changed since this page was opened. Read it again, then press.'
  if (act === 'paid') {
    await settleEnrolment(ctx, courseId, params.enrolment ?? '')
    return redirectWithFlash(app, back, 'Noted: nothing of it is open any more.')
  }
  if (found.facts.mine?.id !== params.enrolment)
    return refuse('not_enrolled', 'This enrolment is over. Nothing was changed.')
  if (act === 'enrol') {
    const result = await enrolPerson(ctx, courseId, personId, { byHand })
    if (result.ok) {
      deliverSoon(app, ctx.db)
      return redirectWithFlash(app, back, 'Enrolled.')
    }
    if (result.reason === 'full') return refuse('full', 'No place is free in every session.')
    return refuse(result.reason, enrolRefusalWords(result, ctx.studio).sentence)
  }
  if (act === 'move') {
    const result = await transferPerson(ctx, courseId, personId, { to, expects, byHand })
    if (result.ok) {
      deliverSoon(app, ctx.db)
      return redirectWithFlash(app, back, `Changed. ${dueWords(result.quote.dueMinor, ctx.studio)}`)
    }
    if (result.reason === 'full') return refuse('full', 'No place is free there.')
    return refuse(result.reason, enrolRefusalWords(result, ctx.studio).sentence)
  }
  const result = await withdrawPerson(ctx, courseId, personId, { expects, byHand })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refuse(
      result.reason,
      result.reason === 'quote_changed'
        ? changed
        : 'They are not in this course. Nothing was changed.',
    )
  }
  deliverSoon(app, ctx.db)
  const { currency, locale } = ctx.studio
  const minor = result.quote?.refundMinor ?? 0
  return redirectWithFlash(
    app,
    back,
    minor > 0
      ? `Withdrawn. ${money(minor, currency, locale)} goes back.`
      : 'Done. No money goes back.',
  )
}

export default function Enrolment() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const { studio, kind, courseId, withdraw, others } = data
  const message = (answer?.result as { error?: Record<string, string[]> | null } | undefined)
    ?.error?.['']
  return (
    <>
      <Link className="back" to={paths.manageCourse(studio, kind, courseId)}>
        <Icon name="back" /> {data.course}
      </Link>
      <PageHead
        title={
          <>
            <Link to={paths.managePerson(studio, data.personId)}>{data.name}</Link>{' '}
            <Label {...data.label} />
          </>
        }
        intro={[data.timeline, data.money, data.working.includes(' of ') ? data.working : '']
          .filter(Boolean)
          .join('. ')}
      />
      <ErrorSummary
        id="enrolment"
        errors={(message ?? []).map((text) => ({ field: null, text }))}
        refusal={answer?.refusal ?? null}
      />
      {data.open && (
        <Form method="post" className="act">
          <button type="submit" className="button" name="act" value="paid">
            {data.open}
          </button>
        </Form>
      )}
      {data.current && withdraw && (
        <section>
          <h2>Withdraw</h2>
          <p>
            <b>{withdraw.back}</b> goes back: {withdraw.working}. The places go to the waitlist.
          </p>
          <Form method="post" className="act">
            <input type="hidden" name="expects" value={withdraw.minor} />
            <Reason />
            <button type="submit" className="button bad" name="act" value="withdraw">
              {`Withdraw, ${withdraw.back} back`}
            </button>
          </Form>
        </section>
      )}
      {data.current && others.length > 0 && (
        <section>
          <h2>{`Change to another ${kind}`}</h2>
          <ul className="lines">
            {others.map(({ id, name, words, dueMinor }) => (
              <li key={id}>
                <b>{name}</b>
                <span className="muted">{words}</span>
                <Form method="post" className="add">
                  <input type="hidden" name="to" value={id} />
                  <input type="hidden" name="expects" value={dueMinor} />
                  <button type="submit" className="button small" name="act" value="move">
                    Change<span className="vh"> to {name}</span>
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.current && ['waitlisted', 'offered', 'held'].includes(data.state) && (
        <section>
          <h2>Their place on the list</h2>
          <Form method="post" className="act">
            <Reason />
            <div className="choices">
              <button type="submit" className="button" name="act" value="enrol">
                Enrol now
              </button>
              <button type="submit" className="button quiet" name="act" value="leave">
                Take off the list
              </button>
            </div>
          </Form>
        </section>
      )}
      {!data.current && <p>This is over. Nothing can be changed here.</p>}
    </>
  )
}

function Reason() {
  return (
    <label className="field">
      <span>Reason, for the record</span>
      <input name="reason" maxLength={200} autoComplete="off" />
    </label>
  )
}
