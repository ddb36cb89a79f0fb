/** Topic of notifications that the verified hosts have changed. */
export const HOSTS_TOPIC = 'hosts';
