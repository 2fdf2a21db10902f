import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requirePermission } from '#app/http/guards.server.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { bioData, keepBio } from './staff/work-parts/bio.server.ts'
import { BioPage } from './staff/work-parts/bio-page.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Your public bio', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'work:own')
  return bioData(ctx, viewer.personId, { own: true })
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'work:own')
  return keepBio({ app, ctx }, request, viewer.personId, { own: true })
}

export default function Bio() {
  const answer = useActionData() as PageFormAnswer | undefined
  return <BioPage data={useLoaderData<typeof loader>()} answer={answer} />
}
