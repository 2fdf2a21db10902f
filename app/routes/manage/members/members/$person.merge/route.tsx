import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { personFilters } from '#app/domain/people/list/person-filters.ts'
import { suggestPeople } from '#app/domain/people/list/suggest-people.server.ts'
import { mergePage } from '#app/domain/person-records/merge-page.server.ts'
import { mergePeople } from '#app/domain/person-records/merge-people.server.ts'
import { mergeRefusalWords } from '#app/domain/person-records/merge-refusals.ts'
import { comparedCounts, comparedFields } from '#app/domain/person-records/merge-words.ts'
import { mergeForm } from '#app/domain/person-records/record-forms.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { Compared } from './compared.tsx'
import { FindOther } from './find-other.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(`Merge ${data?.person.name ?? 'two records'}`, { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const { slug, locale } = ctx.studio
  const person = await findPerson(ctx, params.person ?? '')
  if (!person) throw notFound()
  const about = { id: person.id, name: person.name }
  const search = app.url.searchParams
  const otherId = search.get('other')
  if (otherId === null || otherId === person.id) {
    const { q } = personFilters.pick({ q: true }).parse({ q: search.get('q') ?? '' })
    const found = q ? (await suggestPeople(ctx, q)).filter(({ id }) => id !== person.id) : null
    return { studio: { slug }, person: about, q, found, pair: null }
  }
  const asked = await mergePage(ctx, person.id, otherId)
  if (!asked) throw notFound()
  // Anyone who signs in or works here is kept; else who was known first, unless someone says
  // otherwise.
  const keeps = (one: typeof asked.kept) => one.hasAccount + one.isStaff > 0
  const first = keeps(asked.gone)
    ? !keeps(asked.kept)
    : !keeps(asked.kept) && asked.gone.createdAt < asked.kept.createdAt
  const keep = search.get('keep') ?? (first ? otherId : person.id)
  const page = keep === otherId ? await mergePage(ctx, otherId, person.id) : asked
  if (!page) throw notFound()
  const { kept, gone, refusal } = page
  const known = (one: typeof kept) => `Known since ${dayMonthYear(one.joinedOn, locale)}`
  return {
    studio: { slug },
    person: about,
    q: '',
    found: null,
    pair: {
      kept: { id: kept.id, name: kept.name, note: known(kept), version: kept.version },
      gone: { id: gone.id, name: gone.name, note: known(gone), version: gone.version },
      fields: comparedFields(kept, gone),
      counts: comparedCounts(kept, gone),
      refusal: refusal && {
        code: refusal,
        sentence: mergeRefusalWords(refusal, { kept: kept.name, gone: gone.name }),
      },
    },
  }
}

/** Merges the two: 303 to the record that is kept. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const submission = await parseForm(request, mergeForm)
  if (submission.status !== 'success') throw notFound()
  const { kept, gone, keptVersion, goneVersion } = submission.value
  if (params.person !== kept && params.person !== gone) throw notFound()
  const result = await mergePeople(
    { ...ctx, directory: app.directory },
    { keptId: kept, goneId: gone },
    { kept: keptVersion, gone: goneVersion },
  )
  if (result.ok) {
    return redirectWithFlash(app, paths.managePerson(ctx.studio, kept), 'Merged.')
  }
  if (result.reason === 'not_found') throw notFound()
  const names = await Promise.all([findPerson(ctx, kept), findPerson(ctx, gone)])
  const [k, g] = names.map((one) => one?.name ?? 'This record')
  return json(
    {
      refusal: result.reason,
      sentence: mergeRefusalWords(result.reason, { kept: k ?? '', gone: g ?? '' }),
    },
    { status: 422 },
  )
}

export default function Merge() {
  const { studio, person, q, found, pair } = useLoaderData<typeof loader>()
  const answer = useActionData<{ refusal: string; sentence: string }>()
  const profile = paths.managePerson(studio, person.id)
  const refusal = answer ?? (pair?.refusal && { refusal: pair.refusal.code, ...pair.refusal })
  const page = (params: Record<string, string>) =>
    paths.managePersonAct(studio, person.id, 'merge', params)
  const other = pair?.kept.id === person.id ? pair.gone : pair?.kept
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      {refusal && (
        <ErrorSummary
          id="merge"
          refusal={refusal.refusal}
          errors={[{ field: 'kept', text: refusal.sentence }]}
        />
      )}
      {pair && other ? (
        <>
          <PageHead
            title={`Merge ${person.name} and ${other.name}?`}
            intro={`Everything of both is kept with ${pair.kept.name}. You can’t undo this.`}
          />
          <Compared fields={pair.fields} counts={pair.counts} kept={pair.kept} gone={pair.gone} />
          <Form method="post" action={page({ other: other.id, keep: pair.kept.id })}>
            <HiddenFields
              values={{
                kept: pair.kept.id,
                gone: pair.gone.id,
                keptVersion: String(pair.kept.version),
                goneVersion: String(pair.gone.version),
              }}
            />
            <div className="form-end">
              <button type="submit" className="button primary">
                Merge
              </button>
              <Link className="button" to={page({ other: other.id, keep: pair.gone.id })}>
                Keep the other record
              </Link>
              <Link className="button quiet" to={paths.manageDuplicates(studio)}>
                Cancel
              </Link>
            </div>
          </Form>
        </>
      ) : (
        <FindOther studio={studio} person={person} q={q} found={found} pathOf={page} />
      )}
    </>
  )
}
