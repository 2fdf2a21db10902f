import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requirePermission } from '#app/http/guards.server.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { bioData, keepBio } from './work-parts/bio.server.ts'
import { BioPage } from './work-parts/bio-page.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Public bio', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'staff:write')
  return bioData(ctx, params.person ?? '', { own: false })
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'staff:write')
  return keepBio({ app, ctx }, request, params.person ?? '', { own: false })
}

export default function Bio() {
  const answer = useActionData() as PageFormAnswer | undefined
  return <BioPage data={useLoaderData<typeof loader>()} answer={answer} />
}
