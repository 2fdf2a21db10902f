/** Somebody the viewer may act for, as the switch shows them. */
export type ShellRelative = {
  id: string
  name: string
  called: string
  age: number | null
  adult: boolean
}

/** What the studio's frame shows of the viewer; `viewerName` is null when nobody is signed in. */
export type Shell = {
  unread: number
  viewerName: string | null
  /** Whom the viewer may act for, and for whom the page is; only where there is somebody. */
  family?: { self: string; chosen: string; relatives: ShellRelative[] }
}
