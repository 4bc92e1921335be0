//! HBase with its REST gateway, from `target/hbase/lib`, where `service/tests/hbase/pom.xml` puts it.
//!
//! The tests of the whole program use this file too.

use std::net::TcpListener;
use std::path::Path;

use super::server::{Kind, command};

/// A file of `HBASE`, which `.ci/run` fetches.
const HBASE_FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/hbase/lib/hbase-rest-2.6.1.jar");

/// HBase and its REST gateway, two processes.
pub(crate) const HBASE: Kind = Kind {
    name: "HBase",
    user: "root",
    needs: Some(HBASE_FILE),
    install: None,
    run: |data, port| {
        if port > 0 {
            configure_hbase(data);
        }
        let (lib, _) = HBASE_FILE.rsplit_once('/').unwrap();
        // The shell becomes the gateway, so that the server itself is a process that this one has started.
        let script = format!(
            "java=\"java -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 {JAVA_OPENS} -cp\"
            set -f
            $java '{data}:{lib}/*' org.apache.hadoop.hbase.master.HMaster start &
            exec $java '{data}/gateway:{data}:{lib}/*' org.apache.hadoop.hbase.rest.RESTServer -p {port} start",
            data = data.display(),
        );
        command("/bin/sh", &["-c", &script])
    },
    url: |port| format!("hbase+http://127.0.0.1:{port}/articles"),
};

/// The packages of Java 17 that HBase opens.
const JAVA_OPENS: &str = "--add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.nio=ALL-UNNAMED \
    --add-opens java.base/sun.nio.ch=ALL-UNNAMED --add-opens java.base/jdk.internal.ref=ALL-UNNAMED \
    --add-exports java.base/jdk.internal.misc=ALL-UNNAMED";

/// The name of the file of settings.
const SITE: &str = "hbase-site.xml";

/// Formats a file of settings.
fn properties(settings: &[(&str, &str)]) -> String {
    let property = |(name, value): &(&str, &str)| {
        format!("<property><name>{name}</name><value>{value}</value></property>\n")
    };
    let all: String = settings.iter().map(property).collect();
    format!("<configuration>\n{all}</configuration>\n")
}

/// Returns a free port that the system gives to no connection: a client that asks for such a port again and again would in
/// the end be connected to itself.
fn port_for_zookeeper() -> u16 {
    let first = 20_000 + u16::try_from(std::process::id() % 10_000).unwrap();
    (first..).find(|&port| TcpListener::bind(("127.0.0.1", port)).is_ok()).unwrap()
}

/// Writes the settings of HBase into its folder, once: its port stays the same.
fn configure_hbase(data: &Path) {
    let site = data.join(SITE);
    if site.exists() {
        return;
    }
    let (data, port) = (data.display(), port_for_zookeeper().to_string());
    let [root, temporary, keeper] = ["root", "tmp", "zookeeper"].map(|name| format!("{data}/{name}"));
    let root = format!("file://{root}");
    let settings = [
        ("hbase.rootdir", &*root),
        ("hbase.tmp.dir", &temporary),
        ("hbase.zookeeper.property.dataDir", &keeper),
        ("hbase.zookeeper.property.clientPort", &port),
        ("hbase.zookeeper.quorum", "127.0.0.1"),
        ("hbase.cluster.distributed", "false"),
        ("hbase.master.hostname", "localhost"),
        ("hbase.regionserver.hostname", "localhost"),
        ("hbase.master.port", "0"),
        ("hbase.regionserver.port", "0"),
        ("hbase.master.info.port", "-1"),
        ("hbase.regionserver.info.port", "-1"),
        ("hbase.rest.info.port", "-1"),
        ("hbase.rest.host", "127.0.0.1"),
        // The usual file system keeps what was acknowledged in the memory of the process.
        ("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem"),
        ("hbase.unsafe.stream.capability.enforce", "false"),
        // A killed server is noticed after three seconds, not after ninety.
        ("zookeeper.session.timeout", "3000"),
        ("hbase.zookeeper.property.tickTime", "500"),
        ("hbase.zookeeper.property.minSessionTimeout", "1000"),
    ];
    // The gateway says that its server is away, rather than waiting twenty minutes for it.
    let hasty = [
        ("hbase.client.retries.number", "3"),
        ("hbase.client.operation.timeout", "8000"),
        ("hbase.rpc.timeout", "4000"),
        ("zookeeper.recovery.retry", "1"),
    ];
    let gateway = site.with_file_name("gateway");
    std::fs::create_dir(&gateway).unwrap();
    std::fs::write(gateway.join(SITE), properties(&[&settings[..], &hasty].concat())).unwrap();
    std::fs::write(site, properties(&settings)).unwrap();
    let log = "log4j.rootLogger=ERROR,out\nlog4j.appender.out=org.apache.log4j.ConsoleAppender\n\
               log4j.appender.out.layout=org.apache.log4j.SimpleLayout\n";
    std::fs::write(Path::new(&keeper).with_file_name("log4j.properties"), log).unwrap();
}
