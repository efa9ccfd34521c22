// The tables that belong to no organization. Tests hold all others to the rules of organizations.

/** Tables of persons. */
export const tablesOfPersons = [
  'users',
  'sign_ins',
  'known_devices',
  'second_factors',
  'recovery_codes',
  'second_factor_challenges',
  'linked_accounts',
  'magic_links',
  'used_provider_answers',
];
/** These, and the tables of the service itself. */
export const tablesWithoutTenant = [...tablesOfPersons, 'migrations', 'test_clock'];
