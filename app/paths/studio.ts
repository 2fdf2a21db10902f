/** The addresses of the studio's own area of the desk: today, staff, facilities, reception. */
import { query } from './query.ts'

type StudioRef = { slug: string }

export const studioPaths = {
  manage: (s: StudioRef) => `/${s.slug}/manage`,
  /** The today board. */
  manageToday: (s: StudioRef) => `/${s.slug}/manage/studio`,
  /** Everything at the desk that some words lead to, and the same for the box that proposes it. */
  manageFind: (s: StudioRef, params: { q?: string } = {}) =>
    `/${s.slug}/manage/studio/find${query(params)}`,
  manageFindProposed: (s: StudioRef, params: { q?: string } = {}) =>
    `/${s.slug}/manage/studio/find/proposed${query(params)}`,
  /** What needs someone (GET), and what is done with it (POST). */
  manageTask: (s: StudioRef, taskId: string) => `/${s.slug}/manage/studio/tasks/${taskId}`,
  manageStaff: (s: StudioRef) => `/${s.slug}/manage/studio/staff`,
  manageStaffInvite: (s: StudioRef, params: { person?: string } = {}) =>
    `/${s.slug}/manage/studio/staff/invite${query(params)}`,
  /** An open invitation: what can be done about it (GET), and the act (POST). */
  manageInvitation: (s: StudioRef, invitationId: string) =>
    `/${s.slug}/manage/studio/staff/invitations/${invitationId}`,
  /** What staff are paid: the months. */
  managePay: (s: StudioRef) => `/${s.slug}/manage/studio/staff/pay`,
  /** The pay of one month (GET, POST); `person` opens theirs. */
  managePayMonth: (s: StudioRef, month: string, params: { person?: string | undefined } = {}) =>
    `/${s.slug}/manage/studio/staff/pay/${month}${query(params)}`,
  /** A line by hand (GET, POST). */
  managePayLineNew: (s: StudioRef, month: string, params: { person?: string } = {}) =>
    `/${s.slug}/manage/studio/staff/pay/${month}/line${query(params)}`,
  /** Taking a line by hand off (POST). */
  managePayLineRemoval: (s: StudioRef, month: string, lineId: string) =>
    `/${s.slug}/manage/studio/staff/pay/${month}/line/${lineId}/removal`,
  /** Who taught a class of the month (GET, POST). */
  managePayTaught: (s: StudioRef, month: string, occurrenceId: string) =>
    `/${s.slug}/manage/studio/staff/pay/${month}/taught/${occurrenceId}`,
  /** The month as a file. */
  managePayFile: (s: StudioRef, month: string, as: 'csv' | 'pdf') =>
    `/${s.slug}/manage/studio/staff/pay/${month}/${as}`,
  /** Each class, extra and correction of one person in a month. */
  managePayPerson: (s: StudioRef, month: string, personId: string) =>
    `/${s.slug}/manage/studio/staff/pay/${month}/people/${personId}`,
  /** Pay rules and the cancel rule. */
  managePayRules: (s: StudioRef) => `/${s.slug}/manage/studio/staff/pay/rules`,
  /** One rule, or `new`. */
  managePayRule: (s: StudioRef, ruleId: string) =>
    `/${s.slug}/manage/studio/staff/pay/rules/${ruleId}`,
  managePayRuleEnd: (s: StudioRef, ruleId: string) =>
    `/${s.slug}/manage/studio/staff/pay/rules/${ruleId}/end`,
  managePaySettings: (s: StudioRef) => `/${s.slug}/manage/studio/staff/pay/settings`,
  /** What the reader is paid themselves. */
  manageMyPay: (s: StudioRef, month?: string) =>
    `/${s.slug}/manage/studio/my-pay${query({ month })}`,
  /** What those who work here hold, and what is asked of them; `?kind=` opens one of it (GET, POST). */
  manageQualifications: (s: StudioRef) => `/${s.slug}/manage/studio/staff/qualifications`,
  /** What one of them holds and when they work (GET, POST). */
  manageStaffWork: (s: StudioRef, personId: string) =>
    `/${s.slug}/manage/studio/staff/${personId}/work`,
  /** The rota of a week, any day of which `week` is (GET), and taking an open shift (POST). */
  manageRota: (s: StudioRef, params: { week?: string } = {}) =>
    `/${s.slug}/manage/studio/rota${query(params)}`,
  /** Copying the week before, and telling everybody what changed (POST). */
  manageRotaCopy: (s: StudioRef, week: string) =>
    `/${s.slug}/manage/studio/rota/copy${query({ week })}`,
  manageRotaPublish: (s: StudioRef, week: string) =>
    `/${s.slug}/manage/studio/rota/publish${query({ week })}`,
  manageRotaFile: (s: StudioRef, week: string) =>
    `/${s.slug}/manage/studio/rota/file.csv${query({ week })}`,
  /** A shift (GET, POST); `new` adds one to a week. */
  manageShift: (s: StudioRef, shiftId: string, params: { week?: string } = {}) =>
    `/${s.slug}/manage/studio/rota/${shiftId}${query(params)}`,
  /** Who is away, and what is to be decided. */
  manageTimeOffs: (s: StudioRef) => `/${s.slug}/manage/studio/staff/time-off`,
  /** One request: what would need cover (GET), and the decision (POST). */
  manageTimeOff: (s: StudioRef, timeOffId: string) =>
    `/${s.slug}/manage/studio/staff/time-off/${timeOffId}`,
  /** The same of the reader. */
  /** What everybody may read of the person who works there; only they agree to it. */
  manageMyBio: (s: StudioRef) => `/${s.slug}/manage/studio/my-bio`,
  manageStaffBio: (s: StudioRef, personId: string) =>
    `/${s.slug}/manage/studio/staff/${personId}/bio`,
  manageMyWork: (s: StudioRef) => `/${s.slug}/manage/studio/my-work`,
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
  /** What the studio does automatically (GET), and beginning one from a template (POST). */
  manageAutomations: (s: StudioRef) => `/${s.slug}/manage/studio/automation`,
  manageAutomation: (s: StudioRef, automationId: string, params: { days?: string } = {}) =>
    `/${s.slug}/manage/studio/automation/${automationId}${query(params)}`,
  /** The inbox: conversations, narrowed. */
  manageMessenger: (s: StudioRef, params: Record<string, string | number | undefined> = {}) =>
    `/${s.slug}/manage/studio/messenger${query(params)}`,
  /** One of them (GET), and an answer or a note (POST). */
  manageConversation: (s: StudioRef, conversationId: string, params: { reply?: string } = {}) =>
    `/${s.slug}/manage/studio/messenger/${conversationId}${query(params)}`,
  /** What is done with one: snooze, assign, resolve (POST). */
  manageConversationAct: (s: StudioRef, conversationId: string) =>
    `/${s.slug}/manage/studio/messenger/${conversationId}/act`,
  /** What a person wrote, or writing to them. */
  manageMessagesOf: (s: StudioRef, personId: string) =>
    `/${s.slug}/manage/members/members/${personId}/messages`,
  /** Writing to somebody first. */
  manageMessageNew: (s: StudioRef, params: { person?: string } = {}) =>
    `/${s.slug}/manage/studio/messenger/new${query(params)}`,
  /** How many wait for an answer, for pages that are open. */
  manageMessagesWaiting: (s: StudioRef) => `/${s.slug}/manage/studio/messenger/waiting`,
  /** Answers to use again. */
  manageSavedReplies: (s: StudioRef) => `/${s.slug}/manage/studio/messenger/replies`,
  manageSavedReplyRemoval: (s: StudioRef, replyId: string) =>
    `/${s.slug}/manage/studio/messenger/replies/${replyId}/removal`,
  /** What home tells everyone. */
  manageAnnouncements: (s: StudioRef) => `/${s.slug}/manage/studio/messenger/announcements`,
  manageAnnouncementEnd: (s: StudioRef, announcementId: string) =>
    `/${s.slug}/manage/studio/messenger/announcements/${announcementId}/end`,
  /** Begins the group of a class or course, or opens it (POST). */
  manageGroupNew: (s: StudioRef, params: { class?: string } = {}) =>
    `/${s.slug}/manage/studio/messenger/group${query(params)}`,
  /** What one shift tells the next, and incidents (GET, POST). */
  manageDayBook: (s: StudioRef) => `/${s.slug}/manage/studio/day`,
  manageIncidentNew: (s: StudioRef, params: { person?: string } = {}) =>
    `/${s.slug}/manage/studio/day/incidents/new${query(params)}`,
  /** One incident (GET), and closing it (POST). */
  manageIncident: (s: StudioRef, incidentId: string) =>
    `/${s.slug}/manage/studio/day/incidents/${incidentId}`,
  /** The library: a folder, or what a search finds. */
  manageFiles: (s: StudioRef, params: Record<string, string | undefined> = {}) =>
    `/${s.slug}/manage/studio/files${query(params)}`,
  manageFileNew: (
    s: StudioRef,
    params: { folder?: string | undefined; person?: string | undefined } = {},
  ) => `/${s.slug}/manage/studio/files/new${query(params)}`,
  manageFolders: (s: StudioRef) => `/${s.slug}/manage/studio/files/folders`,
  manageFile: (s: StudioRef, fileId: string) => `/${s.slug}/manage/studio/files/${fileId}`,
  /** Its bytes (GET), a newer version, what it belongs to, a share link, its end (POST). */
  manageFileAct: (
    s: StudioRef,
    fileId: string,
    act: 'content' | 'versions' | 'links' | 'shares' | 'removal',
    params: Record<string, string | number | undefined> = {},
  ) => `/${s.slug}/manage/studio/files/${fileId}/${act}${query(params)}`,
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
  /** Doors whose lock asks who may come in, and the log as a file. */
  manageDoors: (s: StudioRef) => `/${s.slug}/manage/settings/doors`,
  manageDoorsFile: (s: StudioRef) => `/${s.slug}/manage/settings/doors/log.csv`,
  /** Keys of programs that read of the studio. */
  manageApiKeys: (s: StudioRef) => `/${s.slug}/manage/settings/api-keys`,
  /** Other programs that are told what happens in the studio. */
  manageWebhooks: (s: StudioRef) => `/${s.slug}/manage/settings/webhooks`,
  manageWebhook: (s: StudioRef, id: string) => `/${s.slug}/manage/settings/webhooks/${id}`,
  managePeakHours: (s: StudioRef) => `/${s.slug}/manage/settings/peak-hours`,
  manageExport: (s: StudioRef) => `/${s.slug}/manage/settings/export`,
  manageExportZip: (s: StudioRef) => `/${s.slug}/manage/settings/export.zip`,
  /** What members may do for themselves. */
  /** What the studio asks of its people beside the usual. */
  managePersonFields: (s: StudioRef) => `/${s.slug}/manage/settings/person-fields`,
  manageReferrals: (s: StudioRef) => `/${s.slug}/manage/settings/referrals`,
  managePortal: (s: StudioRef) => `/${s.slug}/manage/settings/portal`,
  /** Its look, and how it is seen as somebody. */
  manageApp: (s: StudioRef, params: { as?: string } = {}) =>
    `/${s.slug}/manage/settings/app${query(params)}`,
  /** What of the product it uses. */
  manageFeatures: (s: StudioRef) => `/${s.slug}/manage/settings/app/features`,
  /** Where its members begin, and what comes in which order. */
  manageMenu: (s: StudioRef, params: { as?: string } = {}) =>
    `/${s.slug}/manage/settings/app/menu${query(params)}`,
  /** What members are told on every page for some time. */
  manageNotice: (s: StudioRef, params: { as?: string } = {}) =>
    `/${s.slug}/manage/settings/app/notice${query(params)}`,
  /** Its name and its web address. */
  manageStudioName: (s: StudioRef) => `/${s.slug}/manage/settings/name`,
  /** How people reach the studio. */
  /** What staff changed, newest first: up to the day `until`, behind the line `after`. */
  manageChanges: (s: StudioRef, params: { until?: string; after?: string } = {}) =>
    `/${s.slug}/manage/settings/changes${query(params)}`,
  manageContact: (s: StudioRef) => `/${s.slug}/manage/settings/contact`,
  /** For how long copies of emails and texts are kept. */
  manageLetters: (s: StudioRef) => `/${s.slug}/manage/settings/messages`,
  /** Emails and texts that were given up (GET), and trying them again (POST). */
  manageUndelivered: (s: StudioRef) => `/${s.slug}/manage/settings/messages/undelivered`,
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
