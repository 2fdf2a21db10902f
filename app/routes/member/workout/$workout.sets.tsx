import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { setsPage } from '#app/domain/overview/training/log-pages.server.ts'
import { changeSets } from '#app/domain/training-log/session/change-sets.server.ts'
import { plainWeight } from '#app/domain/training-log/session/done-words.ts'
import { logged } from '#app/domain/training-log/session/next-set.ts'
import { clockWords } from '#app/domain/workouts/plan/plan-words.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = {
  styles: ['back-link', 'button', 'form', 'set-rows'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Sets of ${data.name}` : 'Sets', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const id = params.workout ?? ''
  const page = await setsPage(ctx, viewer, id)
  if (!page) throw notFound()
  return { ...page, id, studio: { slug: ctx.studio.slug } }
}

/** Writes down what the sets of a workout really were; emptied ones are taken away. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const id = params.workout ?? ''
  const posted = await readPosted(request)
  const said = Object.fromEntries(
    [...posted].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  const result = await changeSets(ctx, id, said)
  if (!result.ok && result.reason === 'not_found') throw notFound()
  if (!result.ok) return json({ wrong: result.why, said }, { status: 422 })
  const text = result.changed > 0 ? 'Saved. Your bests follow.' : 'Nothing was changed.'
  return redirectWithFlash(app, paths.workout(ctx.studio, id), text)
}

const labels = { grams: '', reps: 'reps', seconds: 'time', metres: 'metres' } as const

export default function Sets() {
  const { studio, id, name, day, unit, entries } = useLoaderData<typeof loader>()
  const answer = useActionData() as { wrong?: string; said?: Record<string, string> } | undefined
  return (
    <Main slim>
      <BackLink to={paths.workout(studio, id)}>{name}</BackLink>
      <h1>Sets of {name}</h1>
      <p className="soft">{day}. Empty a row to take a set away. What stood before is kept.</p>
      {answer?.wrong && (
        <p className="errors" role="alert">
          {answer.wrong}
        </p>
      )}
      <form method="post" className="stack wide-gap">
        {entries.map((entry) => (
          <fieldset key={entry.id} className="stack set-rows">
            <legend>{entry.name}</legend>
            {[...entry.sets.map(({ n }) => n), nextOf(entry.sets)].map((n) => {
              const set = entry.sets.find((one) => one.n === n)
              return (
                <p key={n} className="set-row">
                  <span className="num">{set ? n : `${n}, new`}</span>
                  {logged[entry.logType].map((part) => {
                    const field = `${entry.id}.s${n}.${part}`
                    const kept = set ? shown(part, set[part], unit) : ''
                    return (
                      <label key={part}>
                        <input
                          name={field}
                          defaultValue={answer?.said?.[field] ?? kept}
                          inputMode={part === 'seconds' ? 'text' : 'decimal'}
                          autoComplete="off"
                          maxLength={12}
                        />
                        <span>{part === 'grams' ? unit : labels[part]}</span>
                        <span className="vh">
                          {entry.name}, set {n}
                        </span>
                      </label>
                    )
                  })}
                </p>
              )
            })}
          </fieldset>
        ))}
        <SubmitButton>Save sets</SubmitButton>
      </form>
    </Main>
  )
}

const nextOf = (sets: { n: number }[]) => Math.max(0, ...sets.map(({ n }) => n)) + 1

function shown(part: keyof typeof labels, value: number | null, unit: 'kg' | 'lb'): string {
  if (value === null) return ''
  if (part === 'grams') return plainWeight(value, unit)
  return part === 'seconds' ? clockWords(value).replace(/ s$/, '') : String(value)
}
