/** The addresses of the studio's own area of the desk: today, staff, facilities, reception. */
import { query } from './query.ts'

type StudioRef = { slug: string }

export const studioPaths = {
  manage: (s: StudioRef) => `/${s.slug}/manage`,
  /** The today board. */
  manageToday: (s: StudioRef) => `/${s.slug}/manage/studio`,
  /** What needs someone (GET), and what is done with it (POST). */
  manageTask: (s: StudioRef, taskId: string) => `/${s.slug}/manage/studio/tasks/${taskId}`,
  manageStaff: (s: StudioRef) => `/${s.slug}/manage/studio/staff`,
  manageStaffInvite: (s: StudioRef, params: { person?: string } = {}) =>
    `/${s.slug}/manage/studio/staff/invite${query(params)}`,
  /** An open invitation: what can be done about it (GET), and the act (POST). */
  manageInvitation: (s: StudioRef, invitationId: string) =>
    `/${s.slug}/manage/studio/staff/invitations/${invitationId}`,
  /** The role of someone who works here. */
  manageStaffRole: (s: StudioRef, personId: string) => `/${s.slug}/manage/studio/staff/${personId}`,
  /**
   * The desk: who comes in. `q` looks for a name, `person` shows one, `stopped` says that an alert
   * stopped them.
   */
  manageReception: (s: StudioRef, params: { q?: string; person?: string; stopped?: string } = {}) =>
    `/${s.slug}/manage/studio/reception${query(params)}`,
  /** Where taps made without a network are sent (POST). */
  manageReceptionTaps: (s: StudioRef) => `/${s.slug}/manage/studio/reception/taps`,
  manageReceptionAlerts: (s: StudioRef) => `/${s.slug}/manage/studio/reception/alerts`,
  manageKiosks: (s: StudioRef) => `/${s.slug}/manage/studio/reception/kiosks`,
  manageFacilities: (s: StudioRef) => `/${s.slug}/manage/studio/facilities`,
  manageEquipment: (s: StudioRef, equipmentId: string) =>
    `/${s.slug}/manage/studio/facilities/equipment/${equipmentId}`,
  manageRoom: (s: StudioRef, roomId: string) =>
    `/${s.slug}/manage/studio/facilities/rooms/${roomId}`,
  /** Where a location is and when it is open; `new` adds one. */
  manageLocation: (s: StudioRef, locationId: string) =>
    `/${s.slug}/manage/studio/facilities/locations/${locationId}`,
  manageBlocks: (s: StudioRef, params: { remove?: string } = {}) =>
    `/${s.slug}/manage/studio/facilities/blocks${query(params)}`,
  manageSettings: (s: StudioRef, params: { q?: string } = {}) =>
    `/${s.slug}/manage/settings${query(params)}`,
  /** The day weeks begin on. */
  manageWeekStart: (s: StudioRef) => `/${s.slug}/manage/settings/weeks`,
  managePeakHours: (s: StudioRef) => `/${s.slug}/manage/settings/peak-hours`,
  manageExport: (s: StudioRef) => `/${s.slug}/manage/settings/export`,
  manageExportZip: (s: StudioRef) => `/${s.slug}/manage/settings/export.zip`,
  /** What members may do for themselves. */
  manageReferrals: (s: StudioRef) => `/${s.slug}/manage/settings/referrals`,
  managePortal: (s: StudioRef) => `/${s.slug}/manage/settings/portal`,
  /** Its look, and how it is seen as somebody. */
  manageApp: (s: StudioRef, params: { as?: string } = {}) =>
    `/${s.slug}/manage/settings/app${query(params)}`,
  /** Its name and its web address. */
  manageStudioName: (s: StudioRef) => `/${s.slug}/manage/settings/name`,
  /** How people reach the studio. */
  manageContact: (s: StudioRef) => `/${s.slug}/manage/settings/contact`,
  /** For how long copies of emails and texts are kept. */
  manageLetters: (s: StudioRef) => `/${s.slug}/manage/settings/messages`,
  /** What people sign, and adding to it (`new`) or changing it. */
  manageDocuments: (s: StudioRef) => `/${s.slug}/manage/settings/documents`,
  manageDocument: (s: StudioRef, documentId: string) =>
    `/${s.slug}/manage/settings/documents/${documentId}`,
  /** The next version of a document. */
  newDocumentVersion: (s: StudioRef, documentId: string) =>
    `/${s.slug}/manage/settings/documents/${documentId}/version`,
  /** Takes a document out of use, or back into it (POST). */
  archiveDocument: (s: StudioRef, documentId: string) =>
    `/${s.slug}/manage/settings/documents/${documentId}/archive`,
}
