import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { roleNames } from '#app/domain/scope/role-names.ts'
import { invitePerson } from '#app/domain/studios/invite-person.server.ts'
import { inviteStaffForm } from '#app/domain/studios/staff-fields.ts'
import { grantableRoles, roleDuties } from '#app/domain/studios/staff-roles.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { invitingContext } from '#app/http/inviting-context.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageTitle('Invite someone to work here', { matches })

/** `?person=` is someone on the books who works here and has no account yet. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'staff:write')
  const personId = app.url.searchParams.get('person')
  const person = personId ? await findPerson(ctx, personId) : null
  if (personId && (!person || person.hasAccount === 1)) throw notFound()
  return {
    rules: fieldRules(inviteStaffForm),
    studio: { slug: ctx.studio.slug, name: ctx.studio.name },
    person: person && { id: person.id, name: person.name, email: person.email },
    key: newId(),
    roles: grantableRoles(viewer.role).map((role) => ({
      value: role,
      label: `${roleNames[role]}: ${roleDuties[role]}`,
    })),
  }
}

const refusals = {
  role_not_yours: 'Only an owner can give this role.',
  already_invited:
    'This address has an open invitation. Send that one again, or withdraw it first.',
  already_here: 'Someone with this address already works here. Change their role in the list.',
  too_many_invitations: 'Your studio has sent too many invitations. Wait an hour, then try again.',
} as const

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'staff:write')
  const submission = await parseForm(request, inviteStaffForm)
  if (submission.status !== 'success') return invalid(submission)
  const { person: personId = null, ...invited } = submission.value
  const person = personId ? await findPerson(ctx, personId) : null
  if (personId && (!person || person.hasAccount === 1)) throw notFound()

  const result = await invitePerson(invitingContext(app, ctx), { ...invited, personId })
  if (!result.ok) {
    const field = result.reason === 'role_not_yours' ? 'role' : 'email'
    return refused(submission, {
      code: result.reason,
      fields: { [field]: [refusals[result.reason]] },
    })
  }
  deliverSoon(app, app.directory)
  return redirectWithFlash(
    app,
    paths.manageStaff(ctx.studio),
    `Invitation sent to ${invited.email}.`,
  )
}

export default function InviteStaff() {
  const { rules, studio, person, key, roles } = useLoaderData<typeof loader>()
  const form = useLiveForm('invite', ['key', 'person', 'name', 'email', 'role'], {
    answer: useActionData<FormAnswer>(),
    values: { name: person?.name ?? '', email: person?.email ?? '', key },
    rules,
  })
  return (
    <>
      <BackLink to={paths.manageStaff(studio)}>Staff</BackLink>
      <PageHead
        title={person ? `Invite ${person.name}` : 'Invite someone to work here'}
        intro={'We email them a link. It works once, for 7 days, and only for this address.'}
      />
      <LiveFormBody of={form}>
        <HiddenFields
          values={{ key: String(form.fields.key.initialValue ?? key), person: person?.id }}
        />
        <div className="sheet-form">
          <TextField field={form.fields.name} label="Name" autoComplete="off" />
          <TextField
            field={form.fields.email}
            label="Email address"
            hint="If they already have a Cadence account with it, they use that one."
            type="email"
            autoComplete="off"
          />
          <SelectField
            field={form.fields.role}
            label="Role"
            options={roles}
            empty="Choose a role"
          />
        </div>
        <FormEnd sending="Sending…" cancel={paths.manageStaff(studio)}>
          Send invitation
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
