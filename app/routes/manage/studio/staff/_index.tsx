import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { staffPage } from '#app/domain/studios/staff-page.server.ts'
import {
  type InvitationWords,
  invitationWords,
  type StaffRowWords,
  staffRowWords,
} from '#app/domain/studios/staff-words.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { invitingContext } from '#app/http/inviting-context.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Label, type LabelTone } from '#app/ui/list/label.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { formatsAt } from '#app/values/formats.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Staff', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'staff:write')
  const { staff, unsigned, invitations } = await staffPage(invitingContext(app, ctx))
  const { slug } = ctx.studio
  const formats = formatsAt(ctx.studio, ctx.now)
  return {
    studio: { slug },
    intro: `${count(staff.length, 'person signs in', 'people sign in')} to run the studio.`,
    staff: staff.map((member) => staffRowWords(member, formats)),
    unsigned,
    invitations: invitations.map((invitation) => invitationWords(invitation, formats)),
  }
}

export default function Staff() {
  const { studio, intro, staff, unsigned, invitations } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="Staff"
      intro={intro}
      actions={
        <>
          <Link className="button" to={paths.manageRota(studio)}>
            Rota
          </Link>
          <Link className="button" to={paths.manageTimeOffs(studio)}>
            Time off
          </Link>
          <Link className="button" to={paths.manageQualifications(studio)}>
            Qualifications
          </Link>
          <Link className="button" to={paths.managePay(studio)}>
            Pay
          </Link>
          <Link className="button primary" to={paths.manageStaffInvite(studio)}>
            <Icon name="plus" /> Invite someone
          </Link>
        </>
      }
    >
      <Table
        caption="Staff, by role and name"
        columns={staffColumns(studio)}
        rows={staff}
        rowKey={({ personId }) => personId}
      />
      {invitations.length > 0 && (
        <section className="more">
          <div className="section-head">
            <h2>Invited</h2>
          </div>
          <Table
            caption="Open invitations, newest first"
            columns={invitationColumns(studio)}
            rows={invitations}
            rowKey={({ id }) => id}
          />
        </section>
      )}
      {unsigned.length > 0 && (
        <section className="more">
          <div className="section-head">
            <h2>Staff without a sign-in</h2>
          </div>
          <Table
            caption="Staff without an account, by name"
            columns={unsignedColumns(studio)}
            rows={unsigned}
            rowKey={({ personId }) => personId}
          />
        </section>
      )}
    </ListPage>
  )
}

function WorkLink(props: { studio: { slug: string }; personId: string; name: string }) {
  return (
    <Link to={paths.manageStaffWork(props.studio, props.personId)}>
      Work<span className="vh"> of {props.name}</span>
    </Link>
  )
}

const roleTones: Record<string, LabelTone> = { Owner: 'good', Suspended: 'warn' }

const staffColumns = (studio: { slug: string }): Column<StaffRowWords>[] => [
  {
    name: 'Name',
    place: 'name',
    cell: ({ personId, name }) => <Link to={paths.managePerson(studio, personId)}>{name}</Link>,
  },
  {
    name: 'Role',
    place: 'state',
    cell: ({ role }) => <Label text={role} tone={roleTones[role] ?? null} />,
  },
  { name: 'Email', place: 'under', cell: ({ email }) => <span className="mail">{email}</span> },
  {
    name: 'Two-step',
    place: 'desk',
    cell: ({ twoStep }) => (twoStep ? 'On' : <span className="muted">Off</span>),
  },
  { name: 'Last sign-in', place: 'wide', cell: ({ lastSignIn }) => lastSignIn },
  {
    name: 'Change',
    head: <span className="vh">Change</span>,
    number: true,
    place: 'under',
    cell: ({ personId, name, waits }) =>
      waits ? (
        <Form method="post" action={paths.manageStaffRole(studio, personId)}>
          <button type="submit" className="button small" name="role" value={waits}>
            Reinstate<span className="vh"> {name}</span>
          </button>
        </Form>
      ) : (
        <>
          <WorkLink {...{ studio, personId, name }} />{' '}
          <Link to={paths.manageStaffRole(studio, personId)}>
            Role<span className="vh"> of {name}</span>
          </Link>
        </>
      ),
  },
]

const invitationColumns = (studio: { slug: string }): Column<InvitationWords>[] => [
  {
    name: 'Name',
    place: 'name',
    cell: ({ id, name, email }) => (
      <Link to={paths.manageInvitation(studio, id)}>{name || email}</Link>
    ),
  },
  {
    name: 'State',
    place: 'state',
    cell: ({ expired }) => (
      <Label text={expired ? 'Expired' : 'Invited'} tone={expired ? 'warn' : 'line'} />
    ),
  },
  { name: 'Email', place: 'under', cell: ({ email }) => <span className="mail">{email}</span> },
  { name: 'Role', place: 'under', cell: ({ role }) => role },
  { name: 'Works', place: 'under', cell: ({ until }) => until },
  { name: 'By', place: 'wide', cell: ({ sent }) => sent },
]

const unsignedColumns = (studio: {
  slug: string
}): Column<{ personId: string; name: string; email: string }>[] => [
  {
    name: 'Name',
    place: 'name',
    cell: ({ personId, name }) => <Link to={paths.managePerson(studio, personId)}>{name}</Link>,
  },
  {
    name: 'Email',
    place: 'under',
    cell: ({ email }) => <span className="mail">{email || 'No address'}</span>,
  },
  {
    name: 'Invite',
    head: <span className="vh">Invite</span>,
    number: true,
    place: 'under',
    cell: ({ personId, name }) => (
      <>
        <WorkLink {...{ studio, personId, name }} />{' '}
        <Link to={paths.manageStaffInvite(studio, { person: personId })}>
          Invite<span className="vh"> {name}</span>
        </Link>
      </>
    ),
  },
]
