import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { enrolmentAct } from '#app/domain/courses/enrolments/enrol-form.ts'
import { enrolPerson } from '#app/domain/courses/enrolments/enrol-person.server.ts'
import { atDeskWords, enrolRefusalWords } from '#app/domain/courses/enrolments/enrol-words.ts'
import { enrolmentAtDesk } from '#app/domain/courses/enrolments/enrolment-page.server.ts'
import { dueWords } from '#app/domain/courses/enrolments/money-words.ts'
import { settleEnrolment } from '#app/domain/courses/enrolments/settle-enrolment.server.ts'
import { transferPerson } from '#app/domain/courses/enrolments/transfer-person.server.ts'
import { quoteFor, withdrawPerson } from '#app/domain/courses/enrolments/withdraw-person.server.ts'
import { refundSentence } from '#app/domain/courses/enrolments/withdrawal.ts'
import { transferPage } from '#app/domain/courses/programs/programs-page.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PaidBy } from '#app/ui/schedule/paid-by.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import { dayShort, money } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `${data.name}, ${data.course}` : 'Enrolment', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'entitlements:write')
  const found = await enrolmentAtDesk(ctx, params.course ?? '', params.enrolment ?? '')
  if (!found) throw notFound()
  const { facts, person, words, open, refund } = found
  const { course, mine } = facts
  const quote = quoteFor(facts)
  const { slug, currency, locale } = ctx.studio
  const changes = quote
    ? ((await transferPage(ctx, { personId: person.id, name: '', email: '' }, course.id))
        ?.choices ?? [])
    : []
  return {
    studio: { slug },
    rules: fieldRules(enrolmentAct),
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
    refund,
    withdraw: quote && {
      back: money(quote.refundMinor, currency, locale),
      minor: quote.refundMinor,
      sentence: refundSentence(quote, mine?.unpaidMinor ?? 0, ctx.studio).replace(
        /\bYou\b/,
        'They',
      ),
    },
    others: changes.map(
      ({ course: other, quote: { dueMinor, unpaidMinor, creditMinor, sessions, of, price } }) => ({
        id: other.id,
        name: other.name,
        dueMinor,
        words:
          `From ${dayShort(other.firstStart.slice(0, 10), locale)}: ` +
          `${money(price.minor, currency, locale)}, less ` +
          `${money(creditMinor, currency, locale)} for ${sessions} of ${of} still to come. ` +
          `${dueWords({ dueMinor, unpaidMinor }, ctx.studio)}`,
      }),
    ),
  }
}

/**
 * Withdraws with the quote that was on the page, gives a place from the list, notes money, or
 * changes the course.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const submission = await parseForm(request, enrolmentAct)
  if (submission.status !== 'success') return invalid(submission)
  const courseId = params.course ?? ''
  const found = await enrolmentAtDesk(ctx, courseId, params.enrolment ?? '')
  if (!found) throw notFound()
  const { course } = found.facts
  const personId = found.person.id
  const back = paths.manageCourse(ctx.studio, course.kind, courseId)
  const { act, reason, expects, to, method } = submission.value
  const byHand = { reason }
  const refuse = (code: string, message: string) => refused(submission, { form: [message], code })
  if (act === 'paid') {
    if (!method) return refuse('method_missing', 'Choose how it was paid.')
    const settled = await settleEnrolment(ctx, courseId, params.enrolment ?? '', method)
    if (!settled.ok) return refuse(settled.reason, atDeskWords[settled.reason])
    return redirectWithFlash(app, back, 'Marked as settled.')
  }
  if (found.facts.mine?.id !== params.enrolment)
    return refuse('not_enrolled', 'This enrolment is over. Nothing was changed.')
  if (act === 'enrol') {
    const result = await enrolPerson(ctx, courseId, personId, { byHand })
    if (result.ok) {
      deliverSoon(app, ctx.db)
      return redirectWithFlash(app, back, 'Enrolled.')
    }
    if (result.reason === 'full') return refuse('full', 'Not every session has a free place.')
    return refuse(result.reason, enrolRefusalWords(result, ctx.studio).sentence)
  }
  if (act === 'move') {
    const result = await transferPerson(ctx, courseId, personId, { to, expects, byHand })
    if (result.ok) {
      deliverSoon(app, ctx.db)
      return redirectWithFlash(app, back, `Changed. ${dueWords(result.quote, ctx.studio)}`)
    }
    if (result.reason === 'full') return refuse('full', 'That course is full.')
    return refuse(result.reason, enrolRefusalWords(result, ctx.studio).sentence)
  }
  const result = await withdrawPerson(ctx, courseId, personId, { expects, byHand })
  if (!result.ok) return refuse(result.reason, atDeskWords[result.reason])
  deliverSoon(app, ctx.db)
  const { currency, locale } = ctx.studio
  const minor = result.quote?.refundMinor ?? 0
  return redirectWithFlash(
    app,
    back,
    minor > 0 ? `Withdrawn. ${money(minor, currency, locale)} to refund.` : 'Withdrawn. No refund.',
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
      <BackLink to={paths.manageCourse(studio, kind, courseId)}>{data.course}</BackLink>
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
          <input type="hidden" name="act" value="paid" />
          <p>{data.open}, by:</p>
          <PaidBy name="method" for={data.open} />
        </Form>
      )}
      {data.refund && (
        <p>
          <Link to={data.refund.path}>{data.refund.words}</Link>
        </p>
      )}
      {data.current && withdraw && (
        <section>
          <h2>Withdraw</h2>
          <p>{withdraw.sentence} The places go to the waitlist.</p>
          <Reasoned id="withdraw" rules={data.rules}>
            <input type="hidden" name="expects" value={withdraw.minor} />
            <button type="submit" className="button bad" name="act" value="withdraw">
              {`Withdraw, ${withdraw.back} back`}
            </button>
          </Reasoned>
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
          <h2>Their place on the waitlist</h2>
          <Reasoned id="place-in-line" rules={data.rules}>
            <div className="choices">
              <button type="submit" className="button" name="act" value="enrol">
                Enrol now
              </button>
              <button type="submit" className="button quiet" name="act" value="leave">
                Remove from waitlist
              </button>
            </div>
          </Reasoned>
        </section>
      )}
      {!data.current && <p>This is over and can’t be changed.</p>}
    </>
  )
}

function Reasoned(props: { id: string; rules: FormRules; children: ReactNode }) {
  const { children, ...form } = props
  return (
    <SmallForm {...form} names={['reason']} className="act">
      {({ reason }) => (
        <>
          <TextField field={reason} label="Reason" autoComplete="off" />
          {children}
        </>
      )}
    </SmallForm>
  )
}
