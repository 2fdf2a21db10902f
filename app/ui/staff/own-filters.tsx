import type { OwnControl } from '#app/domain/people/list/own-controls.ts'
import { SelectFilter } from '../list/filter-bar.tsx'

/** The filters by fields of the studio's own. */
export function OwnFilters({ own }: { own: readonly OwnControl[] }) {
  return own.map(({ type, name, label, value, options }) => {
    if (type === 'select') return <SelectFilter key={name} {...{ name, label, value, options }} />
    return (
      <label key={name} className={value ? 'narrow on' : 'narrow'}>
        {label}
        <input type={type} name={name} defaultValue={value} autoComplete="off" />
      </label>
    )
  })
}
