import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { pageTitle } from '#app/ui/page-title.ts'
import { ChangePacks } from './change-packs/change-packs.tsx'
import { loadPacks, postPacks } from './change-packs/change-packs-page.server.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Extend packs', { matches })

export const loader = (args: LoaderFunctionArgs) => loadPacks(args, 'extend')

export const action = (args: ActionFunctionArgs) => postPacks(args, 'extend')

export default function ExtendPacks() {
  return <ChangePacks act="extend" {...useLoaderData<typeof loader>()} />
}
