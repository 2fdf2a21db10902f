import type { OwnControl } from '#app/domain/people/list/own-controls.ts'
import { SelectFilter } from '../list/filter-bar.tsx'

/** The filters by fields of the studio's own. */
export function OwnFilters({ own }: { own: readonly OwnControl[] }) {
  return own.map(({ type, name, label, value, options }) => {
    if (type === 'select') return <SelectFilter key={name} {...{ name, label, value, options }} />
    if (type === 'hidden') return <input key={name} type="hidden" name={name} value={value} />
    return (
      <label key={name} className={value ? 'narrow on' : 'narrow'}>
        {label}
        <input type={type} name={name} defaultValue={value} autoComplete="off" />
      </label>
    )
  })
}
