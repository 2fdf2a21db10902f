import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { findForm } from '#app/domain/leads/capture/form-queries.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { QrPicture } from '#app/ui/account/qr-picture.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PrintButton } from '#app/ui/schedule/print-button.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('QR poster', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const form = await findForm(ctx, params.form ?? '')
  if (!form) throw notFound()
  return {
    studio: { slug: ctx.studio.slug, name: ctx.studio.name },
    id: form.id,
    name: form.name,
    title: form.definition.title,
    link: `${app.origin}${paths.leadForm(ctx.studio, form.id)}`,
  }
}

export default function Poster() {
  const { studio, id, name, title, link } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageLeadForm(studio, id)}>{name}</BackLink>
      <section className="poster">
        <p>{studio.name}</p>
        <h1>{title}</h1>
        <QrPicture uri={link} alt={`Opens the form: ${link}`} />
        <p>{link.replace(/^https?:\/\//, '')}</p>
      </section>
      <PrintButton />
    </>
  )
}
