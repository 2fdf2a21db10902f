/** Whatever a studio has no page for, so that its 404 is in the studio's own frame. */
export function loader() {
  throw new Response(null, { status: 404 })
}

export const action = loader

export default function NoPage() {
  return null
}
