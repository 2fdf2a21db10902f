/** Lists of invented people in the layout of a Mindbody export, for imports. */

const header =
  'BarcodeID,MBSystemID,LastName,FirstName,Address,City,CellPhone,EmailName,Birthdate,' +
  'ProfileCreationDate,Parent,Inactive,SuspendFromDate'

const firstNames = 'Ana Noël Saïd Zoë Håkon Małgosia Dee Yara Ben Cleo'.split(' ')
const lastNames = ["O'Brien", 'Müller', 'Żak', 'Nguyễn', 'Smith-Jones', '李', 'García'] as const

/** `n` people in order, each with a number, an address and a birthday of their own. */
export function clientsFile(
  n: number,
  change: (row: Client, i: number) => Partial<Client> = () => ({}),
) {
  const rows = Array.from({ length: n }, (_, i) => {
    const row: Client = {
      first: firstNames[i % firstNames.length]!,
      last: lastNames[i % lastNames.length]!,
      email: `p${i}@example.test`,
      birth: `${(i % 12) + 1}/${(i % 28) + 1}/${1950 + (i % 50)}`,
      parent: '',
    }
    const { first, last, email, birth, parent } = { ...row, ...change(row, i) }
    const cells = [
      ...[`${100_000_000 + i}`, `${100_000 + i}`, last, first, `${i} Mill Lane`, 'Leeds'],
      ...[`+4477${String(i).padStart(8, '0')}`, email, birth, '10/22/2022', parent, 'False'],
      '0001-01-01',
    ]
    return cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
  })
  return new TextEncoder().encode(
    `\uFEFF${[header, ...rows.map((row) => row.join(','))].join('\r\n')}\r\n`,
  )
}

type Client = { first: string; last: string; email: string; birth: string; parent: string }

/** The 500 of story 16: what is wrong with which stands on the same lines as in the list we have. */
export const clientsOf500 = () =>
  clientsFile(500, (row, i) => {
    if (i === 497) return { first: 'Dee', last: 'Müller' }
    if ([21, 32, 43, 54, 65, 76, 87].includes(i)) return { email: '' }
    if ([100, 113, 126, 139, 152].includes(i)) {
      const parent = { first: firstNames[(i + 1) % 10], last: lastNames[(i + 1) % 7] }
      return {
        email: `p${i + 1}@example.test`,
        birth: '5/9/2014',
        parent: `${parent.first} ${parent.last}`,
      }
    }
    if (i === 169) return { birth: '13/4/1985' }
    if (i === 186) return { birth: '2/30/1990' }
    if (i === 203) return { birth: '11/31/2001' }
    if (i === 210) return { first: '=HYPERLINK("http://evil.test","x")', last: 'Hughes' }
    if (i === 217) return { first: '=1+2', last: 'Smith-Jones' }
    return row
  })
