import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'

export async function loader({ context }: LoaderFunctionArgs) {
  const { studio } = await context.app.arrive()
  if (!studio) throw new Response(null, { status: 404 })
  return { name: studio.name }
}

export default function Home() {
  return <h1>{useLoaderData<typeof loader>().name}</h1>
}
