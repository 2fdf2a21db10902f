import { paths } from '#app/paths.ts'

/** The room, and the location with its address, which leads to its page. */
export function WhereLink(props: {
  studio: { slug: string }
  locationId: string
  room: string
  location: string
}) {
  const { studio, locationId, room, location } = props
  return (
    <>
      {room && `${room}, `}
      <a href={paths.location(studio, locationId)}>{location}</a>
    </>
  )
}
