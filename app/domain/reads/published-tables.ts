/**
 * The tables that programs read over /rest/v1, and nothing beside them: names on the wire, columns,
 * relations.
 */

export type ColumnType = 'text' | 'uuid' | 'boolean' | 'integer'

export type Relation = {
  /** The published table it leads to. */
  to: string
  /** One row or null, or a list. */
  many: boolean
  /** Columns that are equal, here and there. */
  here: string
  there: string
  /** Names of the foreign key: its column and its constraint. */
  hints: readonly string[]
}

export type PublishedTable = {
  /** The table in the directory. */
  source: string
  columns: Record<string, ColumnType>
  relations: Record<string, Relation>
}

const usersRole = ['role_id', 'users_role_id_fkey']
const usersStudio = ['studio_id', 'users_studio_id_fkey']

export const publishedTables: Record<string, PublishedTable> = {
  users: {
    source: 'users',
    columns: { auth_id: 'uuid', setup_complete: 'boolean', studio_id: 'text', role_id: 'text' },
    relations: {
      role: { to: 'role', many: false, here: 'role_id', there: 'id', hints: usersRole },
      studios: { to: 'studios', many: false, here: 'studio_id', there: 'id', hints: usersStudio },
    },
  },
  role: {
    source: 'roles',
    columns: { id: 'text', name: 'text', is_staff: 'boolean' },
    relations: {
      users: { to: 'users', many: true, here: 'id', there: 'role_id', hints: usersRole },
    },
  },
  studios: {
    source: 'studios',
    columns: {
      id: 'text',
      slug: 'text',
      name: 'text',
      state: 'text',
      listed: 'boolean',
      time_zone: 'text',
      currency: 'text',
      locale: 'text',
      town: 'text',
      address: 'text',
      disciplines: 'text',
      hue: 'integer',
      chroma: 'integer',
      created_at: 'text',
    },
    relations: {
      users: { to: 'users', many: true, here: 'id', there: 'studio_id', hints: usersStudio },
    },
  },
}

export function findPublishedTable(name: string): PublishedTable | undefined {
  return Object.hasOwn(publishedTables, name) ? publishedTables[name] : undefined
}
