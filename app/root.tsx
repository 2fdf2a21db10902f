import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import {
  Meta,
  Outlet,
  Scripts,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { toldNow } from './domain/scope/maintenance.ts'
import { shownTabs } from './domain/scope/menu.ts'
import { isStaff } from './domain/scope/permissions.ts'
import { studioPlace } from './domain/scope/studio-place.ts'
import { readFlash } from './http/flash.server.ts'
import { inlineLogo } from './http/pictures/inline-logo.server.ts'
import { paths } from './paths.ts'
import { stylesFor } from './styles/inline.ts'
import { useFamily } from './ui/family/chosen.ts'
import { FlashList } from './ui/flash/flash-list.tsx'
import { Toaster } from './ui/flash/toaster.tsx'
import type { FlashMessage } from './ui/flash/toasts.ts'
import { DocumentStyle } from './ui/inline-style.tsx'
import { useHydrates, useOwnScripts } from './ui/own-inline.ts'
import type { PageHandle } from './ui/page-handle.ts'
import { pageTitle } from './ui/page-title.ts'
import { problemStatus, problemTitle } from './ui/state/problem.tsx'
import { SiteProblem } from './ui/state/site-problem.tsx'
import { type StudioColour, studioAccent, studioColourCss, surfaces } from './values/colour.ts'
import { lookKey } from './values/drawing/look-key.ts'
import { initialOf } from './values/text/initial-of.ts'
import { zoneName } from './values/wording.ts'

export const handle = { styles: ['button'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ error, matches }) =>
  pageTitle(error ? problemTitle(problemStatus(error)) : 'Studios', { matches })

/** Trip 1 and nothing else: who asks, and the studio of the path. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const { studio, visitor, now } = await app.loadVisitor()
  return {
    requestId: app.requestId,
    origin: app.origin,
    flash: readFlash(app),
    visitorName: visitor && (visitor.name || visitor.email),
    staff: visitor?.affiliation?.state === 'active' && isStaff(visitor.affiliation.role),
    studio: studio && {
      slug: studio.slug,
      name: studio.name,
      logo: await inlineLogo(app, studio),
      listed: studio.listed,
      address: studioPlace(studio),
      zone: zoneName(studio.timeZone, studio.locale, now),
      locale: studio.locale,
      hue: studio.hue,
      chroma: studio.chroma,
      portal: studio.portal,
      featuresOff: studio.featuresOff,
      tabs: shownTabs(studio),
      notice: toldNow(studio, now),
    },
  }
}

export type RootData = Awaited<ReturnType<typeof loader>>

/** Known when the scripts are built, so that the browser's have no styles in them. */
const onServer = import.meta.env.SSR

/** The same each time, so that a page without messages brings no new ones. */
const noFlash: readonly FlashMessage[] = []

/** The document around every page and every error. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const handles = useMatches().map((match) => (match.handle ?? {}) as PageHandle)
  const flash = data?.flash ?? noFlash
  const { key, pathname } = useLocation()
  const hydrated = useHydrates(handles.some((handle) => handle.hydrate))
  const styles = handles.flatMap(({ styles = [] }) =>
    typeof styles === 'function' ? styles(pathname) : styles,
  )
  // A page of an error is another than the one that says what it never has.
  const failed = (useRouteError() ?? null) !== null
  const spares = failed ? [] : handles.flatMap((handle) => handle.spares ?? [])
  if (flash.length > 0 || hydrated) styles.push('flash')
  if (useFamily()) styles.push('household')
  // What is shown of nothing and of errors brings its style, but not to pages that only change.
  if (hydrated) styles.push('state')
  // Errors that no studio frames have the search for one.
  if (failed && !data?.studio) styles.push('search')
  return (
    <html lang={data?.studio?.locale ?? 'en-GB'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <link rel="icon" href={favicon(data?.studio)} />
        {!handles.some((handle) => handle.lean) && <KeptHead studio={data?.studio} />}
        <DocumentStyle name="sheet" css={onServer ? stylesFor(styles, spares) : null} />
        <DocumentStyle name="colour" css={onServer ? colourOf(data?.studio) : null} />
      </head>
      <body>
        <a className="skip button primary" href="#main">
          Skip to content
        </a>
        {hydrated ? (
          <Toaster requestId={data?.requestId ?? ''} messages={flash} pageKey={key} />
        ) : (
          <FlashList key={data?.requestId} messages={flash} />
        )}
        {children}
        {hydrated && <OwnScripts />}
      </body>
    </html>
  )
}

/** For phones: the colour around the page, and the icon of who keeps it. */
function KeptHead({ studio }: { studio: RootData['studio'] | undefined }) {
  const icon = 'icon-180.png'
  return (
    <>
      <meta name="theme-color" content={surfaces.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={surfaces.dark} />
      <link
        rel="apple-touch-icon"
        href={studio ? paths.look(studio, icon, lookKey(studio)) : paths.siteLook(icon)}
      />
    </>
  )
}

/** What lets the browser take the page over. */
function OwnScripts() {
  return <Scripts nonce={useOwnScripts()} />
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>('root')
  return <SiteProblem error={useRouteError()} requestId={data?.requestId} />
}

const colourOf = (studio: StudioColour | null | undefined) =>
  studio ? `:root{${studioColourCss(studio)}}` : houseColour

/** Cadence has no colour of its own: ink on paper, so that studios stand out. */
const houseColour = ':root{--accent:var(--ink);--on-accent:var(--surface);--tint:var(--sunken)}'

/** A drawn icon inside the page, so that no browser asks for one. */
function favicon(studio: ({ name: string } & StudioColour) | null | undefined): string {
  const colour = studio && studioAccent(studio)
  const fill = colour ? `oklch(51% ${colour.chroma / 1000} ${colour.hue})` : '#222'
  const letter = initialOf(studio?.name ?? 'Cadence')
  const svg =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 28 28'>" +
    `<rect width='28' height='28' rx='8' fill='${fill}'/>` +
    `<text x='14' y='20' font-size='17' text-anchor='middle' fill='#fff'>${letter}</text></svg>`
  const readable = encodeURIComponent(svg).replace(/%(20|3D|3A|2F|2C)/g, decodeURIComponent)
  return `data:image/svg+xml,${readable}`
}
