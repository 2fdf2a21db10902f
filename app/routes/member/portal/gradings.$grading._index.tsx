import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { resultWords } from '#app/domain/grading/grading-words.ts'
import { answerInvitation } from '#app/domain/grading/invite-candidates.server.ts'
import { myGradingPage } from '#app/domain/grading/my-grading-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayLong, dayMonthYear, money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const handle = { styles: ['back-link', 'lines', 'say', 'sheet'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Grading for ${data.level}` : 'Grading', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireBooker(context, 'looks_after')
  const page = await myGradingPage(ctx, viewer, params.grading ?? '')
  if (!page) throw notFound()
  const { grading, state } = page
  const { locale, currency, slug, timeZone } = ctx.studio
  const late = localDate(ctx.now, timeZone) > grading.answerBy
  return {
    shell: page.shell,
    studio: { slug },
    id: grading.id,
    level: grading.level,
    child: ctx.guardianId ? page.person : '',
    when: `${dayLong(grading.onDate, locale)}, ${grading.startsAt}`,
    place: grading.place,
    fee: grading.feeMinor > 0 ? money(grading.feeMinor, currency, locale) : '',
    answerBy: dayLong(grading.answerBy, locale),
    state,
    owes: page.owes,
    mayAccept: grading.state === 'open' && !late && (state === 'invited' || state === 'declined'),
    mayLeave: grading.state === 'open' && (state === 'invited' || state === 'confirmed'),
    late,
    result: page.result ? resultWords[page.result] : '',
    passed: page.result === 'passed' || page.result === 'passed_with_note',
    note: page.note,
    retest: page.retestItems.split('\n').filter(Boolean),
    retestBy: page.retestBy ? dayMonthYear(page.retestBy, locale) : '',
    certificate: page.certificate,
  }
}

/** Accepts or declines: 303 back here with what it came to, 422 with why not. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requireBooker(context, 'looks_after')
  const answer = (await readPosted(request)).get('answer') === 'accept' ? 'accept' : 'decline'
  const id = params.grading ?? ''
  const result = await answerInvitation(ctx, id, answer)
  const back = paths.portalGrading(ctx.studio, id)
  if (result.ok) {
    const words = answer === 'accept' ? 'Your place is booked.' : 'You’ve declined.'
    return redirectWithFlash(app, back, words)
  }
  if (result.reason === 'not_found') throw notFound()
  const words = {
    too_late: 'The last day to accept is over. Ask the studio.',
    answered: 'That can’t be changed any more. Ask the studio.',
    under_way: 'The grading has begun. Ask the studio.',
  }[result.reason]
  throw refusalPage(result.reason, words, back)
}

const standing = {
  overridden: '',
  invited: 'You are invited.',
  confirmed: 'You have a place.',
  declined: 'You’ve declined.',
  withdrawn: 'You’ve withdrawn.',
  refused: 'The studio couldn’t take you this time. Anything you paid is refunded.',
}

export default function MyGrading() {
  const data = useLoaderData<typeof loader>()
  const { studio, level, child, fee } = data
  return (
    <Main slim>
      <BackLink to={paths.portalLevels(studio)}>My levels</BackLink>
      <h1>
        Grading for {level}
        {child && `: ${child}`}
      </h1>
      <p>
        {data.when}
        {data.place && `, ${data.place}`}
      </p>
      {data.result ? (
        <section className="sheet stack" aria-labelledby="result">
          <h2 id="result">{data.result}</h2>
          {data.note && <p>{data.note}</p>}
          {data.retest.length > 0 && (
            <>
              <p>Done again{data.retestBy && ` by ${data.retestBy}`}:</p>
              <ul className="lines tight">
                {data.retest.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            </>
          )}
          {data.certificate !== null && (
            <p>
              <a className="button" href={paths.portalCertificate(studio, data.id)} download>
                Download certificate
              </a>
            </p>
          )}
        </section>
      ) : (
        <section className="sheet stack" aria-labelledby="state">
          <h2 id="state">{standing[data.state]}</h2>
          {data.state === 'invited' && (
            <p>
              {fee ? `The fee is ${fee}, charged when you accept.` : 'It is free.'} Please answer by{' '}
              {data.answerBy}.
            </p>
          )}
          {data.state === 'confirmed' && fee && (
            <p>
              {data.owes ? (
                <>
                  {fee} is on your account.{' '}
                  <a href={paths.portalInvoices(studio)}>See and pay invoices</a>
                </>
              ) : (
                `The fee of ${fee} is paid.`
              )}
            </p>
          )}
          {data.state === 'confirmed' && <p>Results are out once all of them are published.</p>}
          {(data.mayAccept || data.mayLeave) && (
            <form method="post" className="stack">
              {data.mayAccept && (
                <button type="submit" className="button primary" name="answer" value="accept">
                  Accept{fee && ` for ${fee}`}
                </button>
              )}
              {data.mayLeave && (
                <button type="submit" className="button" name="answer" value="decline">
                  {data.state === 'confirmed' ? 'Withdraw and get the fee back' : 'Decline'}
                </button>
              )}
            </form>
          )}
          {data.state === 'invited' && data.late && <p>The last day to accept is over.</p>}
        </section>
      )}
    </Main>
  )
}
