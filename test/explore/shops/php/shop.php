<?php

/** A shop that sells domains. It is correct unless BUG names one of the bugs in ../README.md. */

declare(strict_types=1);

// A page with an error message would have the status 200.
ini_set('display_errors', '0');

const TIMEOUT_SECONDS = 5;
const FIRST_PAUSE_MS = 50;
const TOLERANCE_SECONDS = 300;

define('BUG', (string) getenv('BUG'));
define('MAX_ATTEMPTS', BUG === 'endless-retries' ? 60 : 5);
// The processes of the server share a database. Each world has its own.
define('FOLDER', sys_get_temp_dir() . '/shop-' . getenv('NAMEYARD_TENANT') . '-' . $_SERVER['SERVER_PORT']);

/** The registrar has refused a call, and will refuse it again. */
final class Refused extends RuntimeException
{
}

/** The result is not known, or a later attempt can succeed. */
final class Unavailable extends RuntimeException
{
}

/** An answer was lost, and the whole purchase begins again. */
final class StartOver extends RuntimeException
{
}

function sql(string $statement, array $values = []): PDOStatement
{
    static $database = null;
    if ($database === null) {
        @mkdir(FOLDER);
        $database = new PDO('sqlite:' . FOLDER . '/shop.db', null, null, [PDO::ATTR_TIMEOUT => 60]);
        $database->exec('PRAGMA synchronous = OFF');
        $database->exec("CREATE TABLE IF NOT EXISTS purchases (id TEXT PRIMARY KEY, kind TEXT, domain TEXT, years INTEGER,
            email TEXT, reference TEXT, order_id TEXT, amount INTEGER DEFAULT 0, status TEXT DEFAULT 'open',
            refusal INTEGER, is_paid INTEGER DEFAULT 0, charges INTEGER DEFAULT 0, refunds INTEGER DEFAULT 0)");
        $database->exec('CREATE TABLE IF NOT EXISTS mails (id TEXT, text TEXT)');
        $database->exec('CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY)');
    }
    $prepared = $database->prepare($statement);
    $prepared->execute($values);
    return $prepared;
}

/** Runs changes in a transaction, which waits for others. */
function together(callable $changes): void
{
    sql('BEGIN IMMEDIATE');
    $changes();
    sql('COMMIT');
}

function purchase(string $id): array
{
    return sql('SELECT * FROM purchases WHERE id = ?', [$id])->fetch(PDO::FETCH_ASSOC);
}

function mailTo(string $id, string $text): void
{
    sql('INSERT INTO mails VALUES (?, ?)', [$id, $text]);
}

/** Sends a request once. The status is 0 if there was no complete answer. */
function send(string $operation, array $body, string $key): array
{
    $headers = [
        'Accept: application/json',
        'Authorization: Bearer ' . getenv('NAMEYARD_KEY'),
        'Connection: close',
        'Content-Type: application/json',
        'X-Idempotency-Key: ' . $key,
        'X-Tenant: ' . getenv('NAMEYARD_TENANT'),
    ];
    $http = ['method' => 'POST', 'header' => $headers, 'content' => json_encode($body), 'ignore_errors' => true];
    $context = stream_context_create(['http' => $http + ['protocol_version' => 1.1, 'timeout' => TIMEOUT_SECONDS]]);
    $text = @file_get_contents(getenv('NAMEYARD_URL') . '/sandbox/domains/' . $operation, false, $context);
    $lines = implode("\n", $http_response_header ?? []);
    $status = preg_match('~^HTTP/\S+ (\d+)~', $lines, $match) ? (int) $match[1] : 0;
    $answer = json_decode((string) $text, true);
    if ($answer === null) {
        $isBelieved = BUG === 'truncated-success' && $status >= 200 && $status < 300;
        return ['status' => $isBelieved ? $status : 0, 'data' => [], 'code' => null, 'retryAfter' => 0];
    }
    $retryAfter = preg_match('~^retry-after: *(\d+)~im', $lines, $match) ? (int) $match[1] : 0;
    return $answer + ['status' => $status, 'code' => $answer['error']['code'] ?? null, 'retryAfter' => $retryAfter];
}

function isTemporary(int $status, ?string $code): bool
{
    return in_array($status, [0, 408, 429], true) || $status >= 500 || $code === 'IDEMPOTENCY_IN_PROGRESS'
        || (BUG === 'declined-retried' && $code === 'PAYMENT_DECLINED');
}

/** Repeats a call with the same key until it succeeds, is refused, or was tried often enough. */
function call(array $purchase, string $operation, callable $bodyOf): array
{
    for ($attempt = 1; $attempt <= MAX_ATTEMPTS; $attempt++) {
        $isNew = BUG === 'new-reference' && $operation === 'checkout' && $attempt > 1;
        $key = $purchase['reference'] . ($isNew ? "-$attempt" : '');
        if (BUG === 'charge-per-attempt' && $operation === 'checkout') {
            sql('UPDATE purchases SET charges = charges + 1 WHERE id = ?', [$purchase['id']]);
        }
        $answer = send($operation, $bodyOf($key), "$operation-$key");
        ['status' => $status, 'code' => $code] = $answer;
        if ($status >= 200 && $status < 300) {
            return $answer;
        }
        if (BUG === 'start-over' && $status === 0) {
            throw new StartOver();
        }
        if (BUG === 'timeout-declined' && $operation === 'checkout' && $status === 0) {
            throw new Refused('TIMEOUT', 402);
        }
        if (!isTemporary($status, $code)) {
            throw new Refused($code ?? 'UNKNOWN', $status);
        }
        $pause = BUG === 'endless-retries' ? FIRST_PAUSE_MS : FIRST_PAUSE_MS * 2 ** ($attempt - 1);
        usleep(1_000 * (int) max($pause, $answer['retryAfter'] * 1_000));
    }
    throw new Unavailable();
}

/** Buys once per token: another click waits for the first, and a later one gets its result. */
function buy(string $kind, array $form): array
{
    $id = "$kind-{$form['token']}";
    $values = [$id, $kind, strtolower(trim($form['domain'])), (int) $form['years'], $form['email'] ?? '', $id];
    $columns = '(id, kind, domain, years, email, reference) VALUES (?, ?, ?, ?, ?, ?)';
    sql("INSERT OR IGNORE INTO purchases $columns", $values);
    $lock = fopen(FOLDER . '/' . sha1($id) . '.lock', 'c');
    if (BUG !== 'double-click') {
        flock($lock, LOCK_EX);
    }
    for ($round = 1; purchase($id)['status'] === 'open'; $round++) {
        try {
            pay(purchase($id));
        } catch (Refused $refusal) {
            sql("UPDATE purchases SET status = 'refused', refusal = ? WHERE id = ?", [$refusal->getCode(), $id]);
        } catch (StartOver) {
            sql("UPDATE purchases SET order_id = NULL, reference = reference || '-again' WHERE id = ?", [$id]);
            if ($round === MAX_ATTEMPTS) {
                throw new Unavailable();
            }
        }
    }
    return purchase($id);
}

function pay(array $purchase): void
{
    ['id' => $id, 'domain' => $domain, 'years' => $years, 'order_id' => $orderId] = $purchase;
    if ($orderId === null) {
        $owner = ['first_name' => 'Ada', 'last_name' => 'Lovelace', 'email' => $purchase['email']];
        $terms = ['domain' => $domain, 'years' => (int) $years];
        $order = $purchase['kind'] === 'renewal'
            ? call($purchase, 'renew', fn () => $terms)['data']
            : call($purchase, 'order', fn () => $terms + ['owner' => $owner])['data'];
        if (BUG === 'truncated-success' && !isset($order['order_id'])) {
            settle($id, 'registered');
            return;
        }
        $orderId = $order['order_id'];
        $amount = (int) round($order['amount']['total'] * 100);
        sql('UPDATE purchases SET order_id = ?, amount = ? WHERE id = ?', [$orderId, $amount, $id]);
    }
    $bodyOf = fn ($key) => ['order_id' => $orderId, 'payment' => ['method' => 'test', 'reference' => $key]];
    $isPending = call($purchase, 'checkout', $bodyOf)['status'] === 202 && BUG !== 'accepted-is-registered';
    together(fn () => settle($id, $isPending ? 'pending' : 'registered'));
}

/** Takes the money of the customer once. A webhook can come before the answer to the payment. */
function settle(string $id, string $status): void
{
    $charge = BUG === 'charge-per-attempt' ? 0 : 1;
    $isUnpaid = BUG === 'double-click' ? '' : 'AND is_paid = 0';
    $paid = sql("UPDATE purchases SET is_paid = 1, charges = charges + $charge WHERE id = ? $isUnpaid", [$id]);
    if ($paid->rowCount() > 0) {
        mailTo($id, 'receipt');
    }
    sql("UPDATE purchases SET status = ? WHERE id = ? AND status = 'open'", [$status, $id]);
}

function handle(string $eventId, array $event): void
{
    $isNew = sql('INSERT OR IGNORE INTO events VALUES (?)', [$eventId])->rowCount() > 0;
    $found = sql('SELECT id, is_paid FROM purchases WHERE order_id = ?', [$event['data']['order_id'] ?? '']);
    $purchase = $found->fetch(PDO::FETCH_ASSOC);
    if ($purchase === false || (!$isNew && BUG !== 'duplicate-mail')) {
        return;
    }
    $id = $purchase['id'];
    $outcomes = [
        'domain.registered' => 'registered',
        'domain.renewed' => 'registered',
        'domain.registration_failed' => 'failed',
    ];
    $status = $outcomes[$event['type']] ?? null;
    if ($status === null || ($status === 'failed' && in_array(BUG, ['failure-ignored', 'accepted-is-registered'], true))) {
        return;
    }
    if (!$purchase['is_paid']) {
        settle($id, $status);
    }
    $refund = $status === 'failed' ? 1 : 0;
    sql("UPDATE purchases SET status = ?, refunds = refunds + $refund WHERE id = ?", [$status, $id]);
    mailTo($id, $status === 'failed' ? 'refund' : 'confirmation');
}

function isAuthentic(string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $signatures = $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '';
    if (BUG === 'unsigned-accepted' && $signatures === '') {
        return true;
    }
    if ($id === '' || preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS && BUG !== 'stale-accepted') {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', (string) getenv('WEBHOOK_SECRET')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    $matching = array_filter(explode(' ', $signatures), fn ($signature) => hash_equals($expected, $signature));
    return $matching !== [];
}

/** What the shop knows about a domain. A refused purchase does not count beside a paid one. */
function stateOf(string $domain): array
{
    $all = sql('SELECT * FROM purchases WHERE domain = ? ORDER BY rowid', [$domain])->fetchAll(PDO::FETCH_ASSOC);
    $paid = array_values(array_filter($all, fn ($purchase) => $purchase['is_paid']));
    $counted = $paid ?: array_slice($all, -1);
    $inCounted = 'id IN (' . implode(', ', array_fill(0, count($counted), '?')) . ')';
    $mails = sql("SELECT text FROM mails WHERE $inCounted ORDER BY text", array_column($counted, 'id'));
    return [
        'domain' => $domain,
        'status' => $counted[0]['status'] ?? 'unknown',
        'years' => array_sum(array_column($counted, 'years')),
        'renewals' => count(array_filter($paid, fn ($purchase) => $purchase['kind'] === 'renewal')),
        'charges' => array_sum(array_column($counted, 'charges')),
        'refunds' => array_sum(array_column($counted, 'refunds')),
        'paid' => array_sum(array_column($paid, 'amount')) / 100,
        'mails' => $mails->fetchAll(PDO::FETCH_COLUMN),
    ];
}

function respond(int $status, string $text = ''): void
{
    http_response_code($status);
    echo $text;
}

/** Answers a request of a customer with a page. */
function answerCustomer(string $kind): void
{
    if (empty($_POST['domain']) || empty($_POST['token']) || empty($_POST['years'])) {
        respond(400, 'domain, years and token are required.');
        return;
    }
    ['status' => $status, 'domain' => $domain, 'refusal' => $refusal] = buy($kind, $_POST);
    $name = htmlspecialchars($domain);
    match ($status) {
        'registered' => respond(200, "<h1>$name is yours</h1>"),
        'pending' => respond(200, "<h1>$name is being registered</h1>"),
        'failed' => respond(410, "<h1>$name could not be registered. Your money is on its way back.</h1>"),
        'refused' => respond((int) $refusal, "<h1>$name could not be bought</h1>"),
    };
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
try {
    switch ($_SERVER['REQUEST_METHOD'] . ' ' . $path) {
        case 'GET /api/state':
            header('Content-Type: application/json');
            respond(200, json_encode(stateOf($_GET['domain'] ?? '')));
            break;
        case 'POST /webhooks':
            $body = file_get_contents('php://input');
            $event = isAuthentic($body) ? json_decode($body, true) : null;
            if ($event === null) {
                respond(400);
                break;
            }
            $isKnown = str_starts_with($event['type'], 'domain.re');
            if (BUG === 'unknown-event' && !$isKnown) {
                respond(500);
                break;
            }
            together(fn () => handle($_SERVER['HTTP_WEBHOOK_ID'] ?? '', $event));
            respond(204);
            break;
        case 'POST /orders':
            answerCustomer('registration');
            break;
        case 'POST /renewals':
            answerCustomer('renewal');
            break;
        default:
            respond(404);
    }
} catch (Unavailable) {
    respond(503, 'Please try again. You are not charged twice.');
}
