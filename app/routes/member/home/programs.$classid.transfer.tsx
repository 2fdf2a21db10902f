import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { enrolRefusalWords } from '#app/domain/courses/enrolments/enrol-words.ts'
import { dueWords } from '#app/domain/courses/enrolments/money-words.ts'
import { transferPerson } from '#app/domain/courses/enrolments/transfer-person.server.ts'
import { courseDatesWords } from '#app/domain/courses/programs/program-words.ts'
import { transferPage } from '#app/domain/courses/programs/programs-page.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { WhoForm } from '#app/ui/family/who-form.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { State } from '#app/ui/state/state.tsx'
import { factsLine } from '#app/values/text/separators.ts'
import { count, money } from '#app/values/wording.ts'

export const handle = {
  styles: ['back-link', 'button', 'say', 'program', 'state', 'sheet'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageTitle(`Change from ${data.name}`, { matches }) : []

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireBooker(context)
  const page = await transferPage(ctx, viewer, params.classid ?? '')
  if (!page) throw notFound()
  const { facts, choices, shell } = page
  const { slug, locale, currency } = ctx.studio
  return {
    studio: { slug },
    id: facts.course.id,
    name: facts.course.name,
    choices: choices.map(({ course, quote }) => ({
      id: course.id,
      name: course.name,
      about: factsLine([courseDatesWords(course, locale), course.coachName]),
      working:
        `${money(quote.price.minor, currency, locale)}, ` +
        `less ${money(quote.creditMinor, currency, locale)} ` +
        `for ${quote.sessions} of ${count(quote.of, 'session')} still to come here.`,
      due: dueWords(quote, ctx.studio),
      dueMinor: quote.dueMinor,
    })),
    shell,
  }
}

const form = z.object({
  to: z.string().min(1).max(40),
  expects: z.coerce.number().int().optional(),
})

/**
 * Changes the course at the difference that was on the page: 303 to the new one, 422 with why not.
 */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requireBooker(context)
  const submission = await parseForm(request, form)
  const answer = (refusal: string, message: string) => json({ refusal, message }, { status: 422 })
  if (submission.status !== 'success')
    return answer('nothing_chosen', 'Choose the course to change to.')
  const { to, expects } = submission.value
  const result = await transferPerson(ctx, params.classid ?? '', ctx.person.id, { to, expects })
  if (result.ok) {
    deliverSoon(app, ctx.db)
    return redirectWithFlash(
      app,
      paths.program(ctx.studio, to),
      `Changed. ${dueWords(result.quote, ctx.studio)}`,
    )
  }
  if (result.reason === 'not_found' || result.reason === 'not_enrolled') throw notFound()
  if (result.reason === 'full') return answer('full', 'There are no places left on that course.')
  return answer(result.reason, enrolRefusalWords(result, ctx.studio).sentence)
}

export default function Transfer() {
  const { studio, id, name, choices } = useLoaderData<typeof loader>()
  const answer = useActionData() as { refusal: string; message: string } | undefined
  return (
    <Main slim>
      <BackLink to={paths.program(studio, id)}>{name}</BackLink>
      <div className="stack">
        <h1>Change from {name}</h1>
        <p className="soft">
          You lose your places here. What your remaining sessions are worth comes off the new price.
        </p>
      </div>
      {answer && (
        <p className="say bad" role="alert" data-refusal={answer.refusal}>
          <Icon name="warning" />
          <span>{answer.message}</span>
        </p>
      )}
      {choices.length > 0 ? (
        <ul>
          {choices.map((choice) => (
            <li key={choice.id} className="program">
              <div>
                <h3>
                  <a href={paths.program(studio, choice.id)}>{choice.name}</a>
                </h3>
                <p>{choice.about}</p>
                <p>
                  {choice.working} <b>{choice.due}</b>
                </p>
              </div>
              <WhoForm method="post" action={paths.transfer(studio, id)}>
                <input type="hidden" name="to" value={choice.id} />
                <input type="hidden" name="expects" value={choice.dueMinor} />
                <button type="submit" className="button ask">
                  Change<span className="vh"> to {choice.name}</span>
                </button>
              </WhoForm>
            </li>
          ))}
        </ul>
      ) : (
        <State icon="steps" title="No other course has a place for you">
          <p>Courses of the same kind and discipline with free places appear here.</p>
        </State>
      )}
    </Main>
  )
}
