import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Meta, Outlet, Scripts, useLoaderData, useMatches } from '@remix-run/react'
import { stylesFor } from './styles/inline.ts'
import { InlineStyle } from './ui/inline-style.tsx'
import type { PageHandle } from './ui/page-handle.ts'

export const meta: MetaFunction = () => [{ title: 'Cadence' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { studio } = await context.app.arrive()
  return { studio: studio && { hue: studio.hue, chroma: studio.chroma, locale: studio.locale } }
}

export default function Root() {
  const { studio } = useLoaderData<typeof loader>()
  const handles = useMatches().map((match) => (match.handle ?? {}) as PageHandle)
  const css = stylesFor(handles.flatMap((handle) => handle.styles ?? []))
  return (
    <html lang={studio?.locale ?? 'en-GB'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <InlineStyle css={css} />
      </head>
      <body>
        <Outlet />
        {handles.some((handle) => handle.hydrate) && <Scripts />}
      </body>
    </html>
  )
}
