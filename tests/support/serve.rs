//! The wire of the scripted server: just enough HTTP/1.1, with connections that live on.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::reply::Body;
use super::{Call, Reply, Shared};

pub(super) async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    while let Ok((socket, _)) = listener.accept().await {
        let shared = shared.clone();
        tokio::spawn(async move {
            let _ = socket.set_nodelay(true);
            // A client that goes away is no concern of ours.
            let _ = talk(socket, &shared).await;
        });
    }
}

/// Counts itself as under way while it lives.
struct UnderWay<'a>(&'a Shared);

impl<'a> UnderWay<'a> {
    fn begin(shared: &'a Shared) -> Self {
        let now = shared.under_way.fetch_add(1, Ordering::Relaxed) + 1;
        shared.most_at_once.fetch_max(now, Ordering::Relaxed);
        Self(shared)
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.under_way.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn talk(socket: TcpStream, shared: &Shared) -> io::Result<()> {
    let (read, mut write) = socket.into_split();
    let mut read = BufReader::new(read);
    let mut answered = None;
    loop {
        // Whoever asks again, or closes in order, has read the answer before; a reset is an error here.
        let next = receive(&mut read).await?;
        answered.into_iter().for_each(|number| shared.has_read(number));
        let Some(call) = next else { return Ok(()) };
        let under_way = UnderWay::begin(shared);
        let (call, reply) = shared.reply(call);
        tokio::select! {
            biased;
            () = leaves(&mut read) => {
                shared.has_left(call.number);
                return Ok(());
            }
            () = tokio::time::sleep(reply.latency) => {}
        }
        if reply.reset {
            return Ok(());
        }
        if let Body::Endless { first, event } = &reply.body {
            return endless(&mut write, first, event, &reply).await;
        }
        let streamed = call.body["stream"] == true && reply.status == 200 && matches!(reply.body, Body::Chat { .. });
        let sent =
            if streamed { stream(&mut write, &call, &reply).await } else { answer(&mut write, &call, &reply).await };
        let whole = sent.inspect_err(|_| shared.has_left(call.number))?;
        drop(under_way);
        if !whole {
            return Ok(());
        }
        shared.has_sent(call.number);
        answered = Some(call.number);
    }
}

/// Returns when the client has gone away.
async fn leaves(read: &mut (impl AsyncBufReadExt + Unpin)) {
    if !matches!(read.fill_buf().await, Ok([]) | Err(_)) {
        std::future::pending().await
    }
}

async fn receive(read: &mut (impl AsyncBufReadExt + Unpin)) -> io::Result<Option<Call>> {
    let mut line = String::new();
    if read.read_line(&mut line).await? == 0 {
        return Ok(None);
    }
    let mut parts = line.split_whitespace();
    let (method, target) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let line = format!("{method} {path}");
    let query = query.to_owned();
    let mut headers = HashMap::new();
    loop {
        let mut header = String::new();
        read.read_line(&mut header).await?;
        match header.trim_end().split_once(':') {
            Some((name, value)) => headers.insert(name.to_lowercase(), value.trim().to_owned()),
            None => break,
        };
    }
    let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    read.read_exact(&mut body).await?;
    let (body, raw) = match serde_json::from_slice(&body) {
        Ok(json) => (json, Vec::new()),
        Err(_) => (Value::Null, body),
    };
    Ok(Some(Call { number: 0, before: 0, line, query, headers, body, raw }))
}

fn head(reply: &Reply, content_type: &str, length: Option<usize>) -> String {
    let mut head = format!("HTTP/1.1 {} Scripted\r\ncontent-type: {content_type}\r\n", reply.status);
    match length {
        Some(length) => head.push_str(&format!("content-length: {length}\r\n")),
        None => head.push_str("transfer-encoding: chunked\r\n"),
    }
    for (name, value) in &reply.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head + "\r\n"
}

pub(super) fn usage(call: &Call, text: &str) -> Value {
    let (prompt, completion) = (call.prompt().len() / 4, text.len() / 4 + 1);
    json!({"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion})
}

/// Sends a body at once; false when it was cut.
async fn answer(write: &mut (impl AsyncWriteExt + Unpin), call: &Call, reply: &Reply) -> io::Result<bool> {
    let (content_type, text) = match &reply.body {
        Body::Endless { .. } => return Ok(false),
        Body::Raw { content_type, text } => (content_type.clone(), text.clone()),
        Body::Chat { text, thinking, finish } => {
            let mut message = json!({"role": "assistant", "content": text});
            if !thinking.is_empty() {
                message["reasoning_content"] = json!(thinking);
            }
            let model =
                if reply.numbered { format!("{}#{}", call.model(), call.number) } else { call.model().to_owned() };
            let body = json!({
                "id": format!("chat-{}", call.number), "object": "chat.completion", "model": model,
                "choices": [{"index": 0, "message": message, "finish_reason": finish}],
                "usage": usage(call, text),
            });
            ("application/json".to_owned(), body.to_string())
        }
    };
    write.write_all(head(reply, &content_type, Some(text.len())).as_bytes()).await?;
    let sent = reply.cut_at.map_or(text.len(), |share| (text.len() as f32 * share) as usize);
    write.write_all(&text.as_bytes()[..sent]).await?;
    write.flush().await?;
    Ok(sent == text.len())
}

/// Sends an event until the client has gone away, which shows as an error; another before it, where there is one.
async fn endless(write: &mut (impl AsyncWriteExt + Unpin), first: &str, event: &str, reply: &Reply) -> io::Result<()> {
    write.write_all(head(reply, "text/event-stream", None).as_bytes()).await?;
    let once = (!first.is_empty()).then_some(first);
    for event in once.into_iter().chain(std::iter::repeat(event)) {
        let event = format!("{event}\n\n");
        write.write_all(format!("{:x}\r\n{event}\r\n", event.len()).as_bytes()).await?;
        write.flush().await?;
        tokio::time::sleep(reply.pace).await;
    }
    Ok(())
}

/// Sends a chat answer word by word; false when it was cut.
async fn stream(write: &mut (impl AsyncWriteExt + Unpin), call: &Call, reply: &Reply) -> io::Result<bool> {
    let Body::Chat { text, thinking, finish } = &reply.body else { return Ok(false) };
    let chunk = |delta: Value, finish: Value| {
        let choices = json!([{"index": 0, "delta": delta, "finish_reason": finish}]);
        json!({"id": "chat", "object": "chat.completion.chunk", "model": call.model(), "choices": choices}).to_string()
    };
    let mut events = vec![chunk(json!({"role": "assistant", "content": ""}), Value::Null)];
    events.extend(thinking.split_inclusive(' ').map(|word| chunk(json!({"reasoning_content": word}), Value::Null)));
    events.extend(text.split_inclusive(' ').map(|word| chunk(json!({"content": word}), Value::Null)));
    events.push(chunk(json!({}), json!(finish)));
    if call.body["stream_options"]["include_usage"] == true {
        events.push(json!({"object": "chat.completion.chunk", "choices": [], "usage": usage(call, text)}).to_string());
    }
    events.push("[DONE]".to_owned());
    let sent = reply.cut_at.map_or(events.len(), |share| (events.len() as f32 * share) as usize);
    write.write_all(head(reply, "text/event-stream", None).as_bytes()).await?;
    for event in &events[..sent] {
        let event = format!("data: {event}\n\n");
        write.write_all(format!("{:x}\r\n{event}\r\n", event.len()).as_bytes()).await?;
        write.flush().await?;
        tokio::time::sleep(reply.pace).await;
    }
    if sent < events.len() {
        return Ok(false);
    }
    write.write_all(b"0\r\n\r\n").await?;
    write.flush().await?;
    Ok(true)
}
