import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { batch } from '#app/db/batch.server.ts'
import { formsStatement } from '#app/domain/leads/capture/form-queries.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { addMinutes } from '#app/values/instant.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Lead capture', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { forms } = await batch(ctx.db, {
    forms: formsStatement(ctx, addMinutes(ctx.now, -30 * 24 * 60)),
  })
  const words = (n: number) => (n > 1_000 ? '1,000+' : n.toLocaleString('en-GB'))
  return {
    studio: { slug: ctx.studio.slug },
    forms: forms.map(({ id, name, state, version, received, spam }) => ({
      id,
      name,
      open: state === 'open',
      version,
      received: words(received),
      spam: words(spam),
    })),
  }
}

export default function LeadForms() {
  const { studio, forms } = useLoaderData<typeof loader>()
  const add = (
    <Link className="button primary" to={paths.manageLeadFormNew(studio)}>
      <Icon name="plus" /> Add a form
    </Link>
  )
  return (
    <ListPage
      title="Lead capture"
      intro="Forms for your website and your walls. What they bring appears under Leads."
      actions={
        <>
          <Link className="button" to={paths.manageLeadPipelines(studio)}>
            Stages and owners
          </Link>
          <Link className="button" to={paths.manageLeadSpam(studio)}>
            Spam
          </Link>
          {add}
        </>
      }
    >
      {forms.length === 0 ? (
        <Empty
          icon="members"
          title="No forms yet"
          text="Make a form, put it on your website or print its poster, and each answer is a lead."
        >
          {add}
        </Empty>
      ) : (
        <Table
          caption="Forms by name"
          rows={forms}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Name',
              place: 'name',
              cell: ({ id, name }) => <Link to={paths.manageLeadForm(studio, id)}>{name}</Link>,
            },
            {
              name: 'State',
              place: 'state',
              cell: ({ open }) => (
                <Label text={open ? 'Open' : 'Closed'} tone={open ? 'good' : null} />
              ),
            },
            { name: 'Version', place: 'desk', number: true, cell: ({ version }) => version },
            {
              name: 'Received in 30 days',
              place: 'under',
              number: true,
              cell: ({ received }) => received,
            },
            { name: 'Spam', place: 'under', number: true, cell: ({ spam }) => spam },
          ]}
        />
      )}
    </ListPage>
  )
}
