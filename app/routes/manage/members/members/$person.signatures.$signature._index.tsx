import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { findSignedDocument } from '#app/domain/documents/signed-document.server.ts'
import { signedCopy } from '#app/domain/documents/signed-document.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SignedCopy } from '#app/ui/documents/signed-copy.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PrintButton } from '#app/ui/schedule/print-button.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(`Signed copy: ${data?.copy.name ?? 'a document'}`, { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:write')
  const row = await findSignedDocument(ctx, params.person ?? '', params.signature ?? '')
  if (!row) throw notFound()
  return {
    studio: { slug: ctx.studio.slug },
    copy: signedCopy(row, ctx.studio),
    person: row.personName,
  }
}

export default function Signed() {
  const { studio, copy, person } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.managePersonAct(studio, copy.personId, 'documents')}>
        Documents of {person}
      </BackLink>
      <PageHead
        title={`Signed copy: ${copy.name}`}
        actions={
          <>
            <PrintButton />
            <a
              className="button primary"
              href={paths.manageSignaturePdf(studio, copy.personId, copy.id)}
              download
            >
              <Icon name="download" /> Download as PDF
            </a>
          </>
        }
      />
      <SignedCopy copy={copy} />
    </>
  )
}
