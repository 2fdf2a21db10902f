import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { pairWords } from '#app/domain/person-records/duplicate-words.ts'
import { keepApart, listDuplicates } from '#app/domain/person-records/duplicates.server.ts'
import { keepApartForm } from '#app/domain/person-records/record-forms.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Possible duplicates', { matches })

/** Pairs of one page; the rest comes once these are decided. */
const shown = 50

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:write')
  const pairs = await listDuplicates(ctx)
  return {
    studio: { slug: ctx.studio.slug },
    total: pairs.length,
    pairs: pairs.slice(0, shown).map(({ person, other, reasons }) => ({
      person: { id: person.id, name: person.name, note: person.email || person.phone },
      other: { id: other.id, name: other.name, note: other.email || other.phone },
      why: pairWords(reasons),
    })),
  }
}

/** They are two people: the pair is taken off the list, 303 back. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const submission = await parseForm(request, keepApartForm)
  if (submission.status !== 'success') throw notFound()
  const { personId, otherId } = submission.value
  if (!(await keepApart(ctx, personId, otherId))) throw notFound()
  return redirectWithFlash(app, paths.manageDuplicates(ctx.studio), 'Kept as two people.')
}

export default function Duplicates() {
  const { studio, total, pairs } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.managePeople(studio)}>Members overview</BackLink>
      <PageHead
        title="Possible duplicates"
        intro={
          total === 0
            ? 'Records with the same email, phone number, or name and birthday.'
            : `${count(total, 'pair')} with the same email, phone number, or name and birthday.`
        }
      />
      {pairs.length === 0 ? (
        <Empty
          icon="members"
          title="No duplicates"
          text="When two records look like one person, they appear here and you can merge them."
        />
      ) : (
        <ul className="lines">
          {pairs.map(({ person, other, why }) => (
            <li key={person.id + other.id}>
              <Link to={paths.managePerson(studio, person.id)}>{person.name}</Link>{' '}
              <span className="muted">{person.note}</span> and{' '}
              <Link to={paths.managePerson(studio, other.id)}>{other.name}</Link>{' '}
              <span className="muted">{other.note}</span>
              <p className="muted">{why}</p>
              <Form method="post" className="add">
                <HiddenFields values={{ personId: person.id, otherId: other.id }} />
                <Link
                  className="button small"
                  to={paths.managePersonAct(studio, person.id, 'merge', { other: other.id })}
                >
                  Merge
                  <span className="vh">
                    {' '}
                    {person.name} and {other.name}
                  </span>
                </Link>{' '}
                <button type="submit" className="button small quiet">
                  Not the same
                  <span className="vh">
                    : {person.name} and {other.name}
                  </span>
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
