import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { listAgreements } from '#app/domain/families/agreement-queries.server.ts'
import { endAgreementAtDesk } from '#app/domain/families/end-agreement.server.ts'
import { familyForm, inviteForm } from '#app/domain/families/family-form.ts'
import { listRelatives } from '#app/domain/families/family-queries.server.ts'
import {
  familyRelations,
  guardianWords,
  relationNames,
  relationWords,
} from '#app/domain/families/family-relations.ts'
import {
  guardiansAtMost,
  inviteRefusalWords,
  linkRefusalWords,
} from '#app/domain/families/guardianship.ts'
import {
  inviteGuardianAtDesk,
  listInvitations,
  withdrawInvitationAtDesk,
} from '#app/domain/families/invite-guardian.server.ts'
import { linkGuardian, unlinkGuardian } from '#app/domain/families/link-guardian.server.ts'
import { listTies, tiePeople, untiePeople } from '#app/domain/families/tie-people.server.ts'
import { tabsFor } from '#app/domain/overview/history/history-tabs.ts'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { personFilters } from '#app/domain/people/list/person-filters.ts'
import { suggestPeople } from '#app/domain/people/list/suggest-people.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { FindPerson } from '#app/ui/staff/find-person.tsx'
import { InviteGuardian } from '#app/ui/staff/invite-guardian.tsx'
import { PersonTabs } from '#app/ui/staff/person-tabs.tsx'
import { newId } from '#app/values/id.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { AddRelative, FamilyLists } from './family-parts.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(`Family of ${data?.person.name ?? 'a member'}`, { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'people:write')
  const person = await findPerson(ctx, params.person ?? '')
  if (!person) throw notFound()
  const { q } = listParams(app, personFilters.pick({ q: true }))
  const [relatives, ties, agreements, invitations, found] = await Promise.all([
    listRelatives(ctx, person.id),
    listTies(ctx, person.id),
    listAgreements(ctx, person.id),
    listInvitations(ctx, person.id),
    q ? suggestPeople(ctx, q) : null,
  ])
  const known = new Set([person.id, ...[...relatives, ...ties].map(({ id }) => id)])
  return {
    studio: { slug: ctx.studio.slug },
    tabs: tabsFor(viewer.role).map(({ id, name }) => ({ id, name })),
    person: { id: person.id, name: person.name },
    family: [
      ...relatives.map(({ id, name, email, relation, word }) => ({
        id,
        name,
        email,
        relation,
        word: relation === 'guardian' && word ? guardianWords(word) : '',
      })),
      ...ties.map(({ id, name, email, relation, back }) => ({
        id,
        name,
        email,
        relation: 'tie' as const,
        word: relationWords(relation, back === 1),
      })),
    ],
    relations: familyRelations.map((value) => ({ value, label: relationNames[value] })),
    agreements: agreements.map(({ id, as, other, otherId, agreedAt }) => ({
      id,
      as,
      other,
      otherId,
      since: agreedAt
        ? dayMonthYear(localDate(agreedAt, ctx.studio.timeZone), ctx.studio.locale)
        : '',
    })),
    invitations: invitations.map(({ id, email }) => ({ id, email })),
    key: newId(),
    rules: fieldRules(inviteForm),
    q,
    found: found?.filter(({ id }) => !known.has(id)) ?? null,
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const personId = params.person ?? ''
  const posted = await readPosted(request)
  if (posted.has('email')) return inviteByEmail(app, ctx, personId, posted)
  const submission = parsePosted(posted, familyForm)
  if (submission.status !== 'success') return invalid(submission)
  const { act, relative, relation } = submission.value
  const [guardianId, dependantId] = act.endsWith('guardian')
    ? [relative, personId]
    : [personId, relative]
  const page = paths.managePersonAct(ctx.studio, personId, 'family')
  if (act === 'withdraw') {
    await withdrawInvitationAtDesk(ctx, relative, personId)
    return redirectWithFlash(app, page, 'Invitation withdrawn.')
  }
  if (act === 'end-agreement') {
    await endAgreementAtDesk(ctx, relative, personId)
    return redirectWithFlash(app, page, 'Ended. Both are told, and what is booked stays booked.')
  }
  if (act === 'remove-tie') {
    await untiePeople(ctx, personId, relative)
    return redirectWithFlash(app, page, 'Removed from the family.')
  }
  if (act === 'add-tie') {
    if (!(await findPerson(ctx, personId))) throw notFound()
    const said = { otherId: relative, relation: relation ?? 'other' }
    if (await tiePeople(ctx, personId, said))
      return redirectWithFlash(app, page, 'Noted as family.')
    return json(
      { refusal: 'not_noted', sentence: 'They are family already, or one of them was removed.' },
      { status: 422 },
    )
  }
  if (act.startsWith('remove')) {
    if (!(await findPerson(ctx, personId))) throw notFound()
    await unlinkGuardian(ctx, guardianId, dependantId)
    return redirectWithFlash(app, page, 'Removed from the family.')
  }
  const result = await linkGuardian(ctx, guardianId, dependantId, relation)
  if (result.ok) return redirectWithFlash(app, page, 'Added to the family.')
  if (!(await findPerson(ctx, personId))) throw notFound()
  return json(
    { refusal: result.reason, sentence: linkRefusalWords(result.reason, result) },
    { status: 422 },
  )
}

/** Asks somebody who is not on the books yet. */
async function inviteByEmail(
  app: RequestContext,
  ctx: StaffContext,
  personId: string,
  posted: FormData,
) {
  const submission = parsePosted(posted, inviteForm)
  if (submission.status !== 'success') return invalid(submission)
  if (!(await findPerson(ctx, personId))) throw notFound()
  const asking = { ...submission.value, children: [personId] }
  const result = await inviteGuardianAtDesk({ ...ctx, directory: app.directory }, asking)
  if (!result.ok)
    return refused(submission, { form: [inviteRefusalWords[result.reason]], code: result.reason })
  const page = paths.managePersonAct(ctx.studio, personId, 'family')
  return redirectWithFlash(app, page, `Invitation sent to ${asking.email}.`)
}

export default function Family() {
  const { studio, tabs, person, family, relations, agreements, invitations, rules, key, q, found } =
    useLoaderData<typeof loader>()
  const answer = useActionData<{ refusal?: string; sentence?: string }>()
  const mayHaveAnother =
    family.filter(({ relation }) => relation === 'guardian').length < guardiansAtMost &&
    family.every(({ relation }) => relation !== 'dependant')
  const page = paths.managePersonAct(studio, person.id, 'family')
  return (
    <>
      <PageHead
        title={`Family of ${person.name}`}
        intro="A guardian signs and books for the people in their care, who need no email. Other family is noted, without rights."
      />
      <PersonTabs {...{ studio, tabs }} personId={person.id} current="family" write />
      {answer?.sentence && (
        <ErrorSummary
          id="family"
          refusal={answer.refusal ?? 'wrong'}
          errors={[{ field: 'who', text: answer.sentence }]}
        />
      )}
      <div className="sections">
        <FamilyLists {...{ studio, page, family }} />
        {agreements.length > 0 && (
          <section aria-labelledby="agreements">
            <h2 id="agreements">Adults who book for one another</h2>
            <ul className="lines">
              {agreements.map(({ id, as, other, otherId, since }) => (
                <li key={id}>
                  {otherId ? <Link to={paths.managePerson(studio, otherId)}>{other}</Link> : other}{' '}
                  <span className="muted">
                    {as === 'books'
                      ? `agreed on ${since} that ${person.name} books for them`
                      : `books for ${person.name}, who agreed on ${since}`}
                  </span>
                  <Form method="post" action={page} className="add">
                    <HiddenFields values={{ act: 'end-agreement', relative: id }} />
                    <button type="submit" className="button small">
                      End<span className="vh">: {other}</span>
                    </button>
                  </Form>
                </li>
              ))}
            </ul>
          </section>
        )}
        {mayHaveAnother && (
          <InviteGuardian {...{ page, rules, formKey: key, invitations }} name={person.name} />
        )}
        <section aria-labelledby="add">
          <h2 id="add">Add someone</h2>
          <FindPerson
            studio={studio}
            action={`${page}#add`}
            q={q}
            found={found}
            keyOf={({ id }) => id}
            addable
          >
            {({ id, name, note }) => (
              <>
                <b>{name}</b> <span className="muted">{note}</span>
                <AddRelative {...{ page, relations, id, name }} />
              </>
            )}
          </FindPerson>
        </section>
      </div>
    </>
  )
}
