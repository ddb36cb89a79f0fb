/** The kill switch as the command line and the portal show it. */
export interface SwitchView {
  state: 'on' | 'off';
  reason: string | null;
  changed_by: string | null;
  changed_at: string | null;
}
