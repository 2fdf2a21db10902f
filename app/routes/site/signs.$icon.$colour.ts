import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { notFound } from '#app/http/guards.server.ts'
import { iconCatalogue } from '#app/http/icons.server.ts'
import { colourNamed, parseHex, signLook } from '#app/values/palette.ts'

/** The address says all that the picture is made of. */
const keptSeconds = 31_536_000

/**
 * The sign of a class as a picture; `none` is a colour without an icon. Drawn of our own parts
 * alone.
 */
export async function loader({
  params: { icon = '', colour = '' },
  context: { app },
}: LoaderFunctionArgs) {
  const value = colourNamed(colour)?.value ?? parseHex(colour)
  const catalogue = icon === 'none' ? [] : await iconCatalogue(app.env)
  const drawn = catalogue.find((one) => one.value === `i-linear-${icon}`)
  if (value === null || (icon !== 'none' && !drawn)) throw notFound()
  const { fill, stops, ink } = signLook(value)
  // Colours of a page's tokens have no meaning here.
  if (fill.startsWith('var(')) throw notFound()
  const folderOwner = stops
    ? `<linearGradient id="g" x2="1" y2="1"><stop stop-color="${stops[0]}"/>` +
      `<stop offset="1" stop-color="${stops[1]}"/></linearGradient>`
    : ''
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36">${folderOwner}` +
    `<rect width="36" height="36" rx="10" fill="${stops ? 'url(#g)' : fill}"/>` +
    `<g transform="translate(6 6)" color="${ink}">${drawn?.body ?? ''}</g></svg>`
  return new Response(svg, {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': `public, max-age=${keptSeconds}, immutable`,
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  })
}
