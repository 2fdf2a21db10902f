import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { roleNames } from '#app/domain/scope/role-names.ts'
import { changeRole } from '#app/domain/studios/change-role.server.ts'
import { changeRoleForm } from '#app/domain/studios/staff-fields.ts'
import { findStaffMember } from '#app/domain/studios/staff-page.server.ts'
import { grantableRoles, roleDuties } from '#app/domain/studios/staff-roles.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { invitingContext } from '#app/http/inviting-context.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Change a role', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'staff:write')
  const member = await findStaffMember(invitingContext(app, ctx), params.person ?? '')
  if (!member) throw notFound()
  const grantable = grantableRoles(viewer.role)
  return {
    rules: fieldRules(changeRoleForm),
    studio: { slug: ctx.studio.slug, name: ctx.studio.name },
    member: {
      name: member.name,
      role: member.suspended ? 'suspend' : member.role,
      roleName: roleNames[member.role],
      classesAhead: count(member.classesAhead, 'class', 'classes'),
      teaches: member.classesAhead > 0,
      lastOwner: member.lastOwner,
      self: member.userId === viewer.userId,
    },
    mayChange: grantable.some((role) => role === member.role) && !member.lastOwner,
    options: [
      ...grantable.map((role) => ({
        value: role as string,
        label: `${roleNames[role]}: ${roleDuties[role]}`,
      })),
      {
        value: 'suspend',
        label: 'Suspended for now: signed out, and everything of theirs is kept',
      },
      { value: 'end', label: 'No role: signed out, and they stay a member' },
    ],
  }
}

const refusals = {
  role_not_yours: 'Only an owner can give or take this role.',
  last_owner: 'A studio keeps one owner. Make someone else an owner first.',
} as const

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'staff:write')
  const personId = params.person ?? ''
  const submission = await parseForm(request, changeRoleForm)
  if (submission.status !== 'success') return invalid(submission)
  const { role } = submission.value
  const result = await changeRole(invitingContext(app, ctx), {
    personId,
    role: role === 'end' || role === 'suspend' ? 'member' : role,
    suspend: role === 'suspend',
  })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, { code: result.reason, fields: { role: [refusals[result.reason]] } })
  }
  if (role === 'suspend' || role === 'end')
    // What they were to teach needs someone else.
    return redirectWithFlash(
      app,
      viewer.personId === personId
        ? paths.manage(ctx.studio)
        : paths.manageSubstitutions(ctx.studio),
      role === 'end'
        ? 'Role removed. They stay a member.'
        : 'Suspended, and signed out everywhere.',
    )
  const message = `Role changed to ${roleNames[role].toLowerCase()}.`
  // Who gave their own role away may not see the list any more.
  const path =
    viewer.personId === personId ? paths.manage(ctx.studio) : paths.manageStaff(ctx.studio)
  return redirectWithFlash(app, path, message)
}

export default function ChangeRole() {
  const { rules, studio, member, mayChange, options } = useLoaderData<typeof loader>()
  const form = useLiveForm('role', ['role'], {
    answer: useActionData<FormAnswer>(),
    values: { role: member.role },
    rules,
  })
  return (
    <>
      <BackLink to={paths.manageStaff(studio)}>Staff</BackLink>
      <PageHead
        title={`The role of ${member.name}`}
        intro={`${member.roleName} of ${studio.name}${member.self ? '. This is you' : ''}.`}
      />
      {member.teaches && (
        <div className="notices">
          <div className="notice warn">
            <Icon name="calendar" />
            <p>
              <b>They teach {member.classesAhead} ahead.</b> Their name stays on these until you
              choose another coach; without their role they stand under Substitutions.
            </p>
          </div>
        </div>
      )}
      {mayChange || form.answered.length > 0 ? (
        <LiveFormBody of={form}>
          <div className="sheet-form">
            <SelectField
              field={form.fields.role}
              label="Role"
              hint="It applies straight away, on every device."
              options={options}
            />
          </div>
          <FormEnd sending="Saving…" cancel={paths.manageStaff(studio)}>
            Change role
          </FormEnd>
        </LiveFormBody>
      ) : (
        <p className="muted">{member.lastOwner ? refusals.last_owner : refusals.role_not_yours}</p>
      )}
    </>
  )
}
