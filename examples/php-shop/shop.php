<?php

/** A shop that sells domains with the PHP client of Nameyard. */

declare(strict_types=1);

use Nameyard\ApiError;
use Nameyard\CallOptions;
use Nameyard\Client;
use Nameyard\ConnectionError;
use Nameyard\Event;
use Nameyard\SignatureError;
use Nameyard\TimeoutError;
use Nameyard\Types\Owner;
use Nameyard\Types\PaymentRequest;
use Nameyard\Webhooks;

require __DIR__ . '/nameyard/autoload.php';

// A page with an error message would have the status 200.
ini_set('display_errors', '0');

// The processes of the server share a database. Each world has its own.
define('FOLDER', sys_get_temp_dir() . '/php-shop-' . getenv('NAMEYARD_TENANT') . '-' . $_SERVER['SERVER_PORT']);

/** The result is not known, or a later attempt can succeed. */
final class Unavailable extends RuntimeException {}

function sql(string $statement, array $values = []): PDOStatement
{
    static $database = null;
    if ($database === null) {
        @mkdir(FOLDER);
        $database = new PDO('sqlite:' . FOLDER . '/shop.db', null, null, [PDO::ATTR_TIMEOUT => 60]);
        $database->exec("CREATE TABLE IF NOT EXISTS purchases (id TEXT PRIMARY KEY, kind TEXT, domain TEXT, years INTEGER,
            email TEXT, order_id TEXT, amount INTEGER DEFAULT 0, status TEXT DEFAULT 'open', refusal INTEGER,
            charges INTEGER DEFAULT 0, refunds INTEGER DEFAULT 0)");
        $database->exec('CREATE TABLE IF NOT EXISTS mails (id TEXT, text TEXT)');
        $database->exec('CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY)');
    }
    $prepared = $database->prepare($statement);
    $prepared->execute($values);
    return $prepared;
}

/** Runs changes in a transaction, which waits for others. */
function transaction(callable $changes): void
{
    sql('BEGIN IMMEDIATE');
    $changes();
    sql('COMMIT');
}

function purchase(string $id): array
{
    return sql('SELECT * FROM purchases WHERE id = ?', [$id])->fetch(PDO::FETCH_ASSOC);
}

/** Buys once, however often a form with the same token is sent. */
function buy(string $kind, array $form): array
{
    $id = "{$kind}-{$form['token']}";
    $values = [$id, $kind, strtolower(trim($form['domain'])), (int) $form['years'], $form['email'] ?? ''];
    sql('INSERT OR IGNORE INTO purchases (id, kind, domain, years, email) VALUES (?, ?, ?, ?, ?)', $values);
    // Another click waits for the result of the first.
    $lock = fopen(FOLDER . '/' . sha1($id) . '.lock', 'c');
    flock($lock, LOCK_EX);
    if (purchase($id)['status'] === 'open') {
        settle(purchase($id));
    }
    return purchase($id);
}

function settle(array $purchase): void
{
    ['id' => $id, 'order_id' => $orderId] = $purchase;
    $client = new Client(getenv('NAMEYARD_URL'), getenv('NAMEYARD_TENANT'), getenv('NAMEYARD_KEY'), timeout: 5, maxRetries: 3);
    // A repeated form sends the same idempotency keys, so nothing happens twice.
    $options = fn(string $step) => new CallOptions(idempotencyKey: "{$step}-{$id}");
    try {
        $orderId ??= place($client, $purchase, $options('order'));
        $payment = new PaymentRequest(method: 'test', reference: $id);
        $paid = $client->domains->checkout(orderId: $orderId, payment: $payment, options: $options('payment'));
        transaction(fn() => charge($id, $paid->domainStatus === 'pending' ? 'pending' : 'registered'));
    } catch (ApiError $error) {
        if ($error->retryable || $error->status >= 500) {
            throw new Unavailable();
        }
        sql("UPDATE purchases SET status = 'refused', refusal = ? WHERE id = ?", [$error->status, $id]);
    } catch (ConnectionError|TimeoutError) {
        throw new Unavailable();
    }
}

function place(Client $client, array $purchase, CallOptions $options): string
{
    ['id' => $id, 'domain' => $domain, 'years' => $years] = $purchase;
    $owner = new Owner(firstName: 'Ada', lastName: 'Lovelace', email: $purchase['email']);
    $order = $purchase['kind'] === 'renewal'
        ? $client->domains->renew(domain: $domain, years: (int) $years, options: $options)
        : $client->domains->order(domain: $domain, years: (int) $years, owner: $owner, options: $options);
    $amount = $order->amount->total->minorUnits;
    sql('UPDATE purchases SET order_id = ?, amount = ? WHERE id = ?', [$order->orderId, $amount, $id]);
    return $order->orderId;
}

/** Takes the money of the customer once. A webhook can come before the answer to the payment. */
function charge(string $id, string $status): void
{
    $paid = sql('UPDATE purchases SET charges = 1 WHERE id = ? AND charges = 0', [$id]);
    if ($paid->rowCount() > 0) {
        sql("INSERT INTO mails VALUES (?, 'receipt')", [$id]);
    }
    sql("UPDATE purchases SET status = ? WHERE id = ? AND status = 'open'", [$status, $id]);
}

/** Follows the registry. Each event counts once, however often it is delivered. */
function handle(Event $event): void
{
    $isNew = sql('INSERT OR IGNORE INTO events VALUES (?)', [$event->id])->rowCount() > 0;
    $status = match ($event->type) {
        'domain.registered', 'domain.renewed' => 'registered',
        'domain.registration_failed' => 'failed',
        default => null,
    };
    if (!$isNew || $status === null) {
        return;
    }
    $refunds = $status === 'failed' ? 1 : 0;
    foreach (sql('SELECT id FROM purchases WHERE order_id = ?', [$event->data->orderId])->fetchAll() as ['id' => $id]) {
        charge($id, $status);
        sql('UPDATE purchases SET status = ?, refunds = ? WHERE id = ?', [$status, $refunds, $id]);
        sql('INSERT INTO mails VALUES (?, ?)', [$id, $refunds ? 'refund' : 'confirmation']);
    }
}

/** What the shop knows about a domain. A refused purchase does not count beside a paid one. */
function stateOf(string $domain): array
{
    $all = sql('SELECT * FROM purchases WHERE domain = ? ORDER BY rowid', [$domain])->fetchAll(PDO::FETCH_ASSOC);
    $paid = array_values(array_filter($all, fn($each) => $each['charges'] > 0));
    $counted = $paid ?: array_slice($all, -1);
    $ids = array_column($counted, 'id');
    $marks = implode(', ', array_fill(0, count($ids), '?'));
    return [
        'domain' => $domain,
        'status' => $counted[0]['status'] ?? 'unknown',
        'years' => array_sum(array_column($counted, 'years')),
        'renewals' => count(array_filter($paid, fn($each) => $each['kind'] === 'renewal')),
        'charges' => array_sum(array_column($counted, 'charges')),
        'refunds' => array_sum(array_column($counted, 'refunds')),
        'paid' => array_sum(array_column($paid, 'amount')),
        'mails' => sql("SELECT text FROM mails WHERE id IN ({$marks}) ORDER BY text", $ids)->fetchAll(PDO::FETCH_COLUMN),
    ];
}

function receive(): int
{
    try {
        $event = Webhooks::unwrap(file_get_contents('php://input'), getallheaders(), (string) getenv('WEBHOOK_SECRET'));
    } catch (SignatureError) {
        return 400;
    }
    transaction(fn() => handle($event));
    return 204;
}

function sell(string $kind): int
{
    if (empty($_POST['domain']) || empty($_POST['token']) || empty($_POST['years'])) {
        return 400;
    }
    $purchase = buy($kind, $_POST);

    return match ($purchase['status']) {
        'registered' => 201,
        'refused' => (int) $purchase['refusal'],
        default => 202,
    };
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
try {
    http_response_code(match ("{$_SERVER['REQUEST_METHOD']} {$path}") {
        'GET /api/state' => 200,
        'POST /orders' => sell('registration'),
        'POST /renewals' => sell('renewal'),
        'POST /webhooks' => receive(),
        default => 404,
    });
} catch (Unavailable) {
    http_response_code(503);
}
if ($path === '/api/state') {
    header('Content-Type: application/json');
    echo json_encode(stateOf($_GET['domain'] ?? ''));
}
