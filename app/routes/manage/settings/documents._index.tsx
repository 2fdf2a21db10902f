import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { type DocumentRow, listDocuments } from '#app/domain/documents/document-queries.server.ts'
import { audienceWords, signedCount } from '#app/domain/documents/document-words.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Documents to sign', { matches })

const stateOf = ({ archivedAt, blocksBooking }: DocumentRow) => {
  if (archivedAt) return 'Archived'
  return blocksBooking === 1 ? 'Before booking' : 'Optional'
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { slug, locale, timeZone } = ctx.studio
  const documents = await listDocuments(ctx)
  return {
    studio: { slug },
    documents: documents.map((one) => ({
      id: one.id,
      name: one.name,
      who: audienceWords[one.audience],
      state: stateOf(one),
      since: dayMonthYear(localDate(one.publishedAt, timeZone), locale),
      signed: signedCount(one.signed),
    })),
  }
}

export default function Documents() {
  const { studio, documents } = useLoaderData<typeof loader>()
  const add = paths.manageDocument(studio, 'new')
  return (
    <>
      <BackLink to={paths.manageSettings(studio)}>Settings</BackLink>
      <PageHead
        title="Documents to sign"
        intro="Waivers, house rules and agreements, and who has signed which version."
        actions={
          documents.length > 0 && (
            <Link className="button primary" to={add}>
              Add a document
            </Link>
          )
        }
      />
      {documents.length === 0 ? (
        <Empty
          icon="note"
          title="No documents yet"
          text="Add your waiver. People read and sign it in their account before they book, and the desk sees who hasn’t."
        >
          <Link className="button primary" to={add}>
            Add a document
          </Link>
        </Empty>
      ) : (
        <Table
          caption="Documents by name"
          rows={documents}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Name',
              place: 'name',
              cell: ({ id, name }) => <Link to={paths.manageDocument(studio, id)}>{name}</Link>,
            },
            { name: 'Who signs', place: 'under', cell: ({ who }) => who },
            { name: 'This version since', place: 'desk', cell: ({ since }) => since },
            { name: 'Signatures', place: 'under', number: true, cell: ({ signed }) => signed },
            {
              name: 'State',
              place: 'state',
              cell: ({ state }) => (
                <Label text={state} tone={state === 'Before booking' ? 'good' : 'line'} />
              ),
            },
          ]}
        />
      )}
    </>
  )
}
