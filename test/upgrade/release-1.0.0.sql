INSERT INTO tenancy.tenants (id, slug, name, currency, created_at, control_disabled) VALUES
  ('ten_01a21357020d7000a4887a54c6ff03ac', 'seller', 'seller', 'USD', '2026-11-25T15:33:18.95+00:00', 'false');
INSERT INTO tenancy.clocks (tenant_id, mode, offset_ms, check_at) VALUES
  ('ten_01a21357020d7000a4887a54c6ff03ac', 'real', '0', '2026-11-26T15:33:20.409+00:00');
INSERT INTO api_keys.keys (id, tenant_id, name, hash, start, "end", scope, permissions, rate_limit, created_at) VALUES
  ('key_01a21357027c75a98ef7929954b6be9f', 'ten_01a21357020d7000a4887a54c6ff03ac', 'sandbox key', '92401859ee5e5bc00b2ea6a7209141c821acafc2771f30a8496b0055fe560c4c', 'FWOF', '0MOT', 'sandbox', '{"sandbox.search","sandbox.order","sandbox.checkout","sandbox.events","sandbox.control"}', '100000', '2026-11-25T15:33:19.1+00:00');
INSERT INTO identity.people (id, email, role, tenant_ids, password_hash, created_at, generation) VALUES
  ('usr_01a2135708e176dc819c73ccf718bdc1', 'ada@example.com', 'operator', '{}', '$argon2id$v=19$m=19456,t=2,p=1$S1FnEkILhx89jSffATS7tA$jhwRCCnZqa7iZRC/PlHvypBgnnD1Wnwl0DxXsWvZrb0', '2026-11-25T15:33:20.737+00:00', '0');
INSERT INTO orders.orders (id, tenant_id, domain, tld, years, currency, total, owner, status, created_at, paid_at, channel, registered_at, expires_at) VALUES
  ('ord_01a21357030574f58fd64a5c2cf8b7e3', 'ten_01a21357020d7000a4887a54c6ff03ac', 'paid.com', 'com', '1', 'USD', '1199', '{"email":"ada@example.com","last_name":"Lovelace","first_name":"Ada"}', 'paid', '2026-11-25T15:33:19.237+00:00', '2026-11-25T15:33:20.059+00:00', 'api', '2026-11-25T15:33:20.059+00:00', '2027-11-25T15:33:20.059+00:00');
INSERT INTO checkout.payments (tenant_id, reference, order_id, method, currency, total, paid_at) VALUES
  ('ten_01a21357020d7000a4887a54c6ff03ac', 'payment-key_01a21357027c75a98ef7929954b6be9f-1', 'ord_01a21357030574f58fd64a5c2cf8b7e3', 'test', 'USD', '1199', '2026-11-25T15:33:20.059+00:00');
INSERT INTO domains.registrations (tenant_id, domain, tld, order_id, registered_at, expires_at) VALUES
  ('ten_01a21357020d7000a4887a54c6ff03ac', 'paid.com', 'com', 'ord_01a21357030574f58fd64a5c2cf8b7e3', '2026-11-25T15:33:20.059+00:00', '2027-11-25T15:33:20.059+00:00');
INSERT INTO platform.events (position, transaction_id, epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body) OVERRIDING SYSTEM VALUE VALUES
  ('1', '789', '1', 'evt_01a21357063b750ea84b06517993515d', 'domain.registered', 'ten_01a21357020d7000a4887a54c6ff03ac', 'ord_01a21357030574f58fd64a5c2cf8b7e3', '2026-11-25T15:33:20.059+00:00', '2026-11-25T15:33:20.059+00:00', '{"request_id":"req_01a2135706397ad086681991efd14e00"}', '{"type":"domain.registered","timestamp":"2026-11-25T15:33:20.059Z","data":{"order_id":"ord_01a21357030574f58fd64a5c2cf8b7e3","domain":"paid.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-25T15:33:20.059Z","expires_at":"2027-11-25T15:33:20.059Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"seller"}}');
INSERT INTO platform.consumers (name, epoch, transaction_id, position) VALUES
  ('usage.count-registrations', '1', '789', '1'),
  ('webhooks.wake', '1', '789', '1');
INSERT INTO webhooks.receivers (id, tenant_id, url, description, events, state, failing_since, created_at) VALUES
  ('rcv_01a2135702a876999c976488c5bac600', 'ten_01a21357020d7000a4887a54c6ff03ac', 'http://127.0.0.1:9/hook', '', '{}', 'on', '2026-11-25T15:33:20.971+00:00', '2026-11-25T15:33:19.144+00:00');
INSERT INTO webhooks.secrets (id, receiver_id, sealed, key_id, hint, created_at) VALUES
  ('sec_01a2135702b5739db43be0759eae4b6d', 'rcv_01a2135702a876999c976488c5bac600', 'xyEmxlA9UIaOLPa0Cpzs/xzT/5OJ6m2hmw66ZggXv6QZ7KeeA+l0W7ll+5Yx5mq+oDYCpJx3VVGsXKMMbSW29lbcNiaGR0aI+BEI3HG6', '4bb06f8e4e3a7715', 'whsec_…bZ1g=', '2026-11-25T15:33:19.144+00:00');
INSERT INTO webhooks.cursors (receiver_id, epoch, transaction_id, position, due_at, holder) VALUES
  ('rcv_01a2135702a876999c976488c5bac600', '1', '789', '1', '2026-11-25T15:33:25.842+00:00', 'hld_01a2135709ac73dca9ac8dd044125339');
INSERT INTO webhooks.deliveries (id, tenant_id, receiver_id, event_id, event_type, state, step, trigger, due_at, sending, released, attempts, last_status, last_reason, created_at) VALUES
  ('dlv_01a2135709cb706eb0e01550ab0c1f83', 'ten_01a21357020d7000a4887a54c6ff03ac', 'rcv_01a2135702a876999c976488c5bac600', 'evt_01a21357063b750ea84b06517993515d', 'domain.registered', 'pending', '1', 'retry', '2026-11-25T15:33:25.842+00:00', 'false', 'false', '[{"sent":{"at":"1795620800","sig":"v1,2QdvDHzcZdjpOl5RtET+ziD6Xgm4gI3rCXRiVDyvFSE="},"answer":"","number":1,"reason":"http_500","status":500,"trigger":"event","started_at":"2026-11-25T15:33:20.971Z","duration_ms":52}]', '500', 'http_500', '2026-11-25T15:33:21.024+00:00');
