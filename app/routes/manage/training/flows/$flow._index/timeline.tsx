import { Link } from '@remix-run/react'
import { Label } from '#app/ui/list/label.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { count } from '#app/values/wording.ts'

export type TimelineBlock = {
  id: string
  rev: number
  name: string
  starts: string
  length: string
  seconds: number
  items: readonly {
    id: string
    starts: string
    name: string
    length: string
    seconds: number
    side: string
    cue: string
    music: string
    library: '' | 'gone' | 'hidden' | 'none'
    marked: number
    can: number
  }[]
}

const libraryWords = {
  '': '',
  none: '',
  gone: 'Deleted from the library',
  hidden: 'Hidden from members',
} as const

/** What is taught when, block by block. An item leads to its form. */
export function Timeline(props: {
  blocks: readonly TimelineBlock[]
  withRoster: boolean
  selected: string
  path: (item: string) => string
}) {
  const { blocks, withRoster, selected, path } = props
  return (
    <>
      {blocks.map((block) => (
        <section key={block.id} className="flow-block">
          <div className="section-head">
            <h2>{block.name}</h2>
            <span>
              {block.items.length === 0
                ? 'Nothing yet'
                : [block.starts, block.length].filter(Boolean).join(', ')}
            </span>
          </div>
          {block.items.length > 0 && (
            <Table
              caption={`Items of ${block.name}, in the order they are taught`}
              columns={[
                { name: 'Start', place: 'desk', date: true, cell: ({ starts }) => starts },
                {
                  name: 'Item',
                  place: 'name',
                  cell: ({ id, name, cue }) => (
                    <>
                      <Link to={path(id)} aria-current={id === selected ? 'true' : undefined}>
                        {name}
                      </Link>
                      {cue && <small className="cue-line">{cue}</small>}
                    </>
                  ),
                },
                { name: 'Length', place: 'under', cell: ({ length }) => length },
                { name: 'Side', place: 'under', cell: ({ side }) => side },
                { name: 'Music', place: 'wide', cell: ({ music }) => music },
                {
                  name: 'To know',
                  place: 'under',
                  cell: ({ library, marked, can }) => (
                    <>
                      {libraryWords[library] && <Label text={libraryWords[library]} tone="warn" />}{' '}
                      {withRoster && marked > 0 && (
                        <Label
                          text={`${count(can, 'can', 'can')}, ${marked} instead`}
                          tone="line"
                        />
                      )}
                    </>
                  ),
                },
              ]}
              rows={block.items}
              rowKey={({ id }) => id}
            />
          )}
        </section>
      ))}
    </>
  )
}
