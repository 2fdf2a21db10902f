import { packByKey } from '#app/domain/onboarding/discipline-packs.ts'
import type { DraftClass, DraftDiscipline } from '#app/domain/onboarding/setup-draft.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectCell, TextCell } from './row-field.tsx'
import type { StepFields } from './step-fields.ts'

/**
 * A row of the form: a class of a pack, one of the owner's own, or (without a key) an empty one.
 */
export type ClassRow = Pick<DraftClass, 'pack' | 'name' | 'fromRung'> & {
  key: string | null
  minutes: number | null
  on: boolean
}

/**
 * The rows to show: the classes of each pack, then the owner's own, then two empty ones a
 * discipline.
 */
export function classRows(
  disciplines: readonly DraftDiscipline[],
  saved: readonly DraftClass[] | undefined,
): ClassRow[] {
  return disciplines.flatMap(({ pack }) => {
    const mine = saved?.filter((one) => one.pack === pack) ?? []
    const ofPack = (packByKey(pack)?.classes ?? []).map((one): ClassRow => {
      const kept = mine.find(({ key }) => key === one.key)
      return { ...one, ...kept, pack, on: kept !== undefined }
    })
    const known = new Set(ofPack.map(({ key }) => key))
    const own = mine
      .filter(({ key }) => !known.has(key))
      .map((one): ClassRow => ({ ...one, on: true }))
    return [
      ...ofPack,
      ...own,
      { pack, key: null, name: '', minutes: null, fromRung: null, on: false },
    ]
  })
}

/** Step 3: class types, ticked from the packs of the disciplines. */
export function ClassesStep({
  fields: { field },
  rows,
  disciplines,
}: {
  fields: StepFields
  rows: readonly ClassRow[]
  disciplines: readonly DraftDiscipline[]
}) {
  const numbered = rows.map((row, i) => ({ row, name: `classes[${i}]` }))
  return (
    <div className="stack wide-gap" id={field('classes').id}>
      {disciplines.map(({ pack, name: discipline, levels }) => {
        const level = packByKey(pack)?.words.level ?? 'level'
        const rungs = [
          { value: '', label: 'Open to all' },
          ...levels.map((one, i) => ({ value: String(i + 1), label: `From ${one.name}` })),
        ]
        return (
          <fieldset key={pack} className="rows">
            <legend>{discipline}</legend>
            <ol>
              {numbered
                .filter(({ row }) => row.pack === pack)
                .map(({ row, name }) => (
                  <li
                    key={name}
                    className={
                      levels.length > 0 ? 'cells class-cells' : 'cells class-cells no-levels'
                    }
                  >
                    <HiddenFields values={{ [`${name}.pack`]: pack, [`${name}.key`]: row.key }} />
                    {row.key === null ? (
                      <span className="tick-cell" />
                    ) : (
                      <label className="tick-cell">
                        <input
                          type="checkbox"
                          name={`${name}.on`}
                          defaultChecked={
                            field(`${name}.on`, row.on ? 'on' : null).initialValue === 'on'
                          }
                        />
                        <span className="vh">Teach {row.name}</span>
                      </label>
                    )}
                    <TextCell
                      field={field(`${name}.name`, row.name)}
                      label={row.key === null ? 'Your own' : 'Class'}
                    />
                    <TextCell field={field(`${name}.minutes`, row.minutes)} label="Minutes" />
                    {levels.length > 0 && (
                      <SelectCell
                        field={field(`${name}.fromRung`, row.fromRung)}
                        label={`Lowest ${level}`}
                        options={rungs}
                      />
                    )}
                  </li>
                ))}
            </ol>
          </fieldset>
        )
      })}
    </div>
  )
}
