import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { signedCopyPage } from '#app/domain/overview/documents-page.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SignedCopy } from '#app/ui/documents/signed-copy.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['lines', 'button', 'back-link', 'print'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(`Signed copy: ${data?.copy.name ?? 'a document'}`, { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const page = await signedCopyPage(ctx, viewer, params.signature ?? '')
  if (!page) throw notFound()
  return { ...page, studio: { slug: ctx.studio.slug } }
}

export default function Signed() {
  const { studio, copy } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.portalDocuments(studio)}>Documents</BackLink>
      <h1>Signed copy: {copy.name}</h1>
      <p className="not-print">
        <a className="button primary" href={paths.portalSignaturePdf(studio, copy.id)} download>
          Download as PDF
        </a>
      </p>
      <SignedCopy copy={copy} />
    </Main>
  )
}
