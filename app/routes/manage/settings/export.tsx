import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { exportTables } from '#app/domain/exports/export-tables.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Download everything', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'studio:export')
  return { studio: { slug: ctx.studio.slug }, files: exportTables.length }
}

export default function Export() {
  const { studio, files } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageSettings(studio)}>Settings</BackLink>
      <PageHead
        title="Download everything"
        intro={`All records of your studio in one archive: ${files} files that any spreadsheet opens.`}
      />
      <p>
        People, families, bookings, memberships, credits, what is owed, classes, courses, events and
        the history of changes. Passwords, PINs and links that open something are not in it. The
        download is free, and recorded in the history of changes.
      </p>
      <p>
        <a className="button primary" href={paths.manageExportZip(studio)} download>
          <Icon name="download" /> Download everything
        </a>
      </p>
    </>
  )
}
