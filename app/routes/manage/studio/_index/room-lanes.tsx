import { Link } from '@remix-run/react'
import type { Lanes } from '#app/domain/overview/today-lanes.ts'
import { paths } from '#app/paths.ts'

/** Heights in rem: the hours above, a lane, and a block in it. */
const [top, lane, block] = [1.6, 2.9, 2.4]

/**
 * The day's rooms as lanes, with a line at now: the same classes as the rows below it, so it is for
 * the eye alone. A drawing, because places in it are attributes, which need no styles of their own.
 */
export function RoomLanes({ studio, lanes }: { studio: { slug: string }; lanes: Lanes }) {
  const { hours, rooms, now } = lanes
  const height = `${top + rooms.length * lane}rem`
  return (
    <div className="lanes" aria-hidden="true">
      <ul>
        {rooms.map(({ name }, i) => (
          <li key={i}>{name}</li>
        ))}
      </ul>
      <svg aria-hidden="true" width="100%" height={height}>
        {hours.map(({ name, at }) => (
          <g key={at}>
            <line className="hour" x1={`${at}%`} x2={`${at}%`} y1={`${top}rem`} y2="100%" />
            <text className="hour" x={`${at}%`} y="1rem">
              {name}
            </text>
          </g>
        ))}
        {now !== null && (
          <line className="now" x1={`${now}%`} x2={`${now}%`} y1=".4rem" y2="100%" />
        )}
        {rooms.flatMap(({ blocks }, i) =>
          blocks.map(({ id, name, note, title, look, from, width }) => (
            <Link key={id} to={paths.manageClass(studio, id)} className={look} tabIndex={-1}>
              <title>{title}</title>
              <svg
                aria-hidden="true"
                x={`${from}%`}
                y={`${top + i * lane}rem`}
                width={`${width}%`}
                height={`${block}rem`}
              >
                <rect x="1" y="1" width="100%" height="100%" rx="5" />
                <text x="6" y="1rem" className="name">
                  {name}
                </text>
                <text x="6" y="1.95rem">
                  {note}
                </text>
              </svg>
            </Link>
          )),
        )}
      </svg>
    </div>
  )
}
