import { type PointerEvent, useRef, useState } from 'react'
import { type SkillStatus, skillStatuses } from '#app/domain/skills/skill-graph.ts'
import { statusWords } from '#app/domain/skills/skill-words.ts'
import { box } from '#app/domain/skills/tree-layout.ts'
import { ScrollRegion } from '../layout/scroll-region.tsx'
import { stateSigns } from './skill-state.tsx'

export type MapNode = {
  id: string
  name: string
  x: number
  y: number
  status: SkillStatus
  /** A short line below the name; empty is none. */
  sub: string
  href: string
}

/** Everything a map shows, worked out by the server. */
export type SkillMapData = {
  width: number
  height: number
  tiers: { x: number; name: string }[]
  nodes: MapNode[]
  /** The lines as one SVG path, and those of a way that stands out. */
  lines: string
  lit: string
}

/**
 * The tree drawn: it is scrolled without scripts, and dragged with them. The list beside it says the
 * same. Style: `skill-map`.
 */
export function SkillMap({
  map,
  title,
  about,
  personal,
}: {
  map: SkillMapData
  title: string
  about: string
  /** Whether states are somebody’s; without a person every box is plain. */
  personal: boolean
}) {
  const { frame, dragging, hold } = useDrag()
  return (
    <figure>
      {personal && (
        <ul className="skill-legend" aria-label="What the signs mean">
          {skillStatuses.map((status) => (
            <li key={status}>
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d={stateSigns[status]} />
              </svg>
              {statusWords[status]}
            </li>
          ))}
        </ul>
      )}
      <ScrollRegion
        className={dragging ? 'skill-map drag' : 'skill-map'}
        ref={frame}
        label={title}
        {...hold}
      >
        <svg
          width={map.width + 2}
          height={map.height}
          viewBox={`-1 -1 ${map.width + 2} ${map.height}`}
          aria-labelledby="skill-map-title"
          aria-describedby="skill-map-about"
        >
          <title id="skill-map-title">{title}</title>
          <desc id="skill-map-about">{about}</desc>
          <defs>
            <rect id="skill-box" width={box.width} height={box.height} rx="8" />
            {skillStatuses.map((status) => (
              <path key={status} id={`s-${status}`} d={stateSigns[status]} />
            ))}
          </defs>
          {map.tiers.map((tier) => (
            <text key={tier.x} x={tier.x + 2} y="14" className="tier">
              {tier.name}
            </text>
          ))}
          <path className="line" d={map.lines} />
          {map.lit && <path className="lit" d={map.lit} />}
          {map.nodes.map((node) => (
            <Box key={node.id} node={node} personal={personal} />
          ))}
        </svg>
      </ScrollRegion>
    </figure>
  )
}

function Box({ node, personal }: { node: MapNode; personal: boolean }) {
  const { name, x, y, status, sub, href } = node
  const lines = twoLines(name, personal ? 19 : 23)
  const left = personal ? 34 : 12
  const rows = sub ? [lines.length > 1 ? `${lines[0]}…` : lines[0]!] : lines
  const top = rows.length + (sub ? 1 : 0) > 1 ? 18 : 25
  return (
    <g transform={`translate(${x} ${y})`}>
      <a href={href} className={personal ? status : 'plain'}>
        <title>{[name, personal && statusWords[status], sub].filter(Boolean).join(', ')}</title>
        <use href="#skill-box" />
        {personal && <use className="sign" href={`#s-${status}`} x="11" y="13" />}
        {rows.map((row, n) => (
          <text key={row} x={left} y={top + n * 15}>
            {row}
          </text>
        ))}
        {sub && (
          <text x={left} y={top + 14} className="sub">
            {sub}
          </text>
        )}
      </a>
    </g>
  )
}

/** A name over at most two lines; what is longer ends with dots, and stands whole in the list. */
function twoLines(name: string, most: number): string[] {
  if (name.length <= most) return [name]
  const at = name.lastIndexOf(' ', most)
  const cut = at > 6 ? at : most
  const rest = name.slice(cut).trim()
  return [name.slice(0, cut), rest.length > most ? `${rest.slice(0, most - 1)}…` : rest]
}

/** Moves what is scrolled with the pointer; a press without a move stays a press. */
function useDrag() {
  const frame = useRef<HTMLElement>(null)
  const from = useRef<{ x: number; y: number; left: number; top: number } | null>(null)
  const [dragging, setDragging] = useState(false)
  const stop = () => {
    from.current = null
    setDragging(false)
  }
  return {
    frame,
    dragging,
    hold: {
      onPointerDown: (event: PointerEvent) => {
        const { current } = frame
        // Fingers scroll automatically.
        if (!current || event.pointerType !== 'mouse' || event.button !== 0) return
        from.current = {
          x: event.clientX,
          y: event.clientY,
          left: current.scrollLeft,
          top: current.scrollTop,
        }
      },
      onPointerMove: (event: PointerEvent) => {
        const [held, { current }] = [from.current, frame]
        if (!held || !current) return
        const [dx, dy] = [event.clientX - held.x, event.clientY - held.y]
        if (!dragging && Math.hypot(dx, dy) < 6) return
        if (!dragging) setDragging(true)
        current.scrollTo(held.left - dx, held.top - dy)
      },
      onPointerUp: stop,
      onPointerLeave: stop,
      onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClickCapture: (event: { preventDefault: () => void }) => {
        if (dragging) event.preventDefault()
      },
    },
  }
}
